/** Writes to an output of this process; `settle` gets the error, if any. Deno throws one where others emit it. */
export function writeTo(
  output: NodeJS.WriteStream,
  text: string | Uint8Array,
  settle: (error?: unknown) => void = () => undefined,
): void {
  try {
    output.write(text, settle);
  } catch (error) {
    output.emit('error', error);
    settle(error);
  }
}
