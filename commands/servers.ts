/** The commands that serve until they are ended. */
export const servers: readonly string[] = ['serve', 'demo'];

/** Those that go through all the data. */
const bulk = ['import', 'export', 'backup', 'restore'];

/** Whether the command works for so long that its garbage would fill the machine's memory. */
export const keepsHeapSmall = ([noun = '', verb]: readonly string[]): boolean =>
  servers.includes(noun) || bulk.includes(noun) || (noun === 'ratings' && verb !== 'show');
