// How a row of a sheet, as people write it, becomes the texts of its kind's columns.

/** The texts of a row by the names of their columns, without those that are empty. */
export type Texts = Readonly<Record<string, string>>;

/** What is wrong with a text. */
export type TextFault = {
  /** The column that can't be read for that. */
  readonly column: string;
  /** The column where the text stands, if it is another. */
  readonly at?: string;
  readonly reason: string;
};

/** A row in the words of the columns; or why there is no place for it, of which nothing else is said then. */
export type Composed =
  | {
      readonly texts: Texts;
      readonly faults?: readonly TextFault[];
      /** What was taken for something that the row doesn't say. */
      readonly assumed?: string | undefined;
    }
  | { readonly refused: TextFault };

/** What is known beside a row. */
export type Beside = {
  /** What all rows share: the texts for their empty columns. */
  readonly shared: Texts;
  /** Whether the text names something that the column may refer to. */
  isKnown(column: string, text: string): boolean;
};

/** The rows of a kind of record in a sheet. */
export type Sheet = {
  /** Columns that give no member, but a part of what other columns say. */
  readonly parts: readonly {
    readonly name: string;
    /** None if the help on another says it. */
    readonly help?: string;
    readonly also: readonly string[];
    /** The column of which it is a part. */
    readonly of?: string;
    /** Whether the cell of a workbook may be a day or a time. */
    readonly dated?: true;
  }[];
  /** Whether a row says what is planned, and not what came of it. */
  isOpen?(cells: Texts): boolean;
  compose(cells: Texts, beside: Beside): Composed;
  /** Adds to a record, whose texts are read, what follows from them. */
  complete?(record: Record<string, unknown>): void;
};
