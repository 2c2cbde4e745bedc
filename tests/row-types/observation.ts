/** Where the program queries the database, as V8 counts: lines and columns from 1. */
export type Site = { file: string; line: number; column: number }

/** What one column contained in all results of one statement. */
export type Observed = {
  /** The type that PostgreSQL names, even if there was no row. */
  oid: number
  kinds: ('string' | 'number' | 'boolean' | 'bigint' | 'null' | 'Date' | 'array' | 'object')[]
  texts: string[]
}

/** By the column's name in SQL. */
export type Observation = Site & { columns: Record<string, Observed> }
