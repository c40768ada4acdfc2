/** Returns whether a statement appends changes that a person made. All rows of one statement have the same `bulk` value. */
export const isUserChange = ({
  sql,
  parameters,
}: {
  readonly sql: string
  readonly parameters: readonly unknown[]
}): boolean => sql.startsWith('insert into "change" ("subject", "key", "bulk")') && parameters[2] === 0
