/** The commands that serve until they are ended. */
export const servers: readonly string[] = ['serve', 'demo'];
