/** The SQLSTATE or system error code of an error or of what caused it. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? errorCode(error.cause) : undefined;
}

/** Whether a page of a table or of an index can't be read any more. */
export function isDamage(error: unknown): boolean {
  return /^XX00[12]$/.test(errorCode(error) ?? '');
}

/** Whether the database ended a transaction in favour of another: by a failed serialization, or a deadlock. */
export function isConflict(error: unknown): boolean {
  return /^(40001|40P01)$/.test(errorCode(error) ?? '');
}

/** Whether others held for too long what a statement needs. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03';
}
