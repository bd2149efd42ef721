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

/** Whether others were in the way: they held for too long what a statement needs, or changed it at every try. */
export function isContention(error: unknown): boolean {
  return /^(55P03|40)/.test(errorCode(error) ?? '');
}
