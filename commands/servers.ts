/** The commands that serve until they are ended. */
export const servers: readonly string[] = ['serve', 'demo'];

/** Whether the command works for so long that its garbage would fill the machine's memory. */
export const keepsHeapSmall = ([noun = '', verb]: readonly string[]): boolean =>
  servers.includes(noun) || (noun === 'ratings' && verb === 'run');
