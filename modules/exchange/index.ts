/** Records in and out: import, export and backup, the same for every kind of record. */
export { type Seal, sealed, sealOf, unsealed } from './backup.ts';
export { fileFormats } from './check-file.ts';
export { exampleTable } from './example.ts';
export { type Fault, faultInWords } from './faults.ts';
export { columnNames, type TableOptions, tables } from './headings.ts';
export { type Counts, type ImportOptions, importRecords } from './import.ts';
export { kinds } from './kinds.ts';
export { type FindId, readNames } from './names.ts';
export { everythingAbout } from './person-repository.ts';
export { exportRecords, takeSnapshot } from './snapshot.ts';
