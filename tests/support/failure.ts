/**
 * The message of the error that a promise ends with; undefined if it ends well. Bun's `expect(…).rejects`
 * waits by itself, and until a timer goes off it lets nothing run that waits for setImmediate, as
 * everything on the embedded database does after 20 ms.
 */
export async function failureOf(promise: Promise<unknown>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error) => (error instanceof Error ? error.message : String(error)),
  );
}
