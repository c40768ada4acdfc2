/** Reads for the writer of SQLite what it needs off the statements that pass by. */

/**
 * Returns whether a statement appends to the change feed what a person did: the rows of one statement are all such or none
 * is.
 */
export const isOfPeople = ({
  sql,
  parameters,
}: {
  readonly sql: string
  readonly parameters: readonly unknown[]
}): boolean => sql.startsWith('insert into "change" ("subject", "key", "bulk")') && parameters[2] === 0
