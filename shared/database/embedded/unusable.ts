/** The data folder can't be used; the message is one line that says why, and what to do. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
}
