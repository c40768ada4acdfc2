/** Describes the schema of a database, and what is missing in it. */

export interface DatabaseSchema {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  /** Primary keys and unique constraints as `table (column, column)`, with columns in alphabetical order. */
  readonly uniques: ReadonlySet<string>
  /** Creation statements by index name. */
  readonly indexes: ReadonlyMap<string, string>
}

export interface MissingParts {
  readonly tables: readonly string[]
  /** As `table.column`, for existing tables only. */
  readonly columns: readonly string[]
  readonly uniques: readonly string[]
  readonly indexes: readonly string[]
}

/** Finds missing parts. Additional parts are not a fault. */
export function findMissing(found: DatabaseSchema, expected: DatabaseSchema): MissingParts {
  const tables = [...expected.tables.keys()].filter((name) => !found.tables.has(name))
  const isThere = (unique: string) => !tables.some((name) => unique.startsWith(`${name} (`))
  const columns = [...expected.tables].flatMap(([table, names]) => {
    const there = found.tables.get(table)
    return there ? [...names].filter((name) => !there.has(name)).map((name) => `${table}.${name}`) : []
  })
  const uniques = [...expected.uniques].filter((unique) => !found.uniques.has(unique) && isThere(unique))
  const indexes = [...expected.indexes.keys()].filter((name) => !found.indexes.has(name))
  return { tables, columns, uniques, indexes }
}

/** Describes losses that cannot be recreated, as sentence fragments. Indexes are not included: they can be rebuilt. */
export function describeLosses({ tables, columns, uniques }: MissingParts): string[] {
  return [
    ...(tables.length > 0 ? [`tables are missing (${tables.join(', ')})`] : []),
    ...(columns.length > 0 ? [`columns are missing (${columns.join(', ')})`] : []),
    ...(uniques.length > 0 ? [`keys that no two rows may share are missing (${uniques.join(', ')})`] : []),
  ]
}

/** Returns whether some part exists that only the full schema has. */
export function hasMoreThan(
  found: DatabaseSchema,
  { taken, full }: { taken: DatabaseSchema; full: DatabaseSchema },
): boolean {
  const hasTable = [...full.tables].some(([table, columns]) => {
    const before = taken.tables.get(table)
    const there = found.tables.get(table)
    return there !== undefined && [...columns].some((name) => there.has(name) && !before?.has(name))
  })
  return (
    hasTable || [...full.indexes.keys()].some((name) => found.indexes.has(name) && !taken.indexes.has(name))
  )
}

export const unlistedWords = (steps: readonly string[]): string =>
  `the list of the steps that made it (kysely_migration) is damaged: it lacks ${steps.join(', ')}, and what they make is there`
