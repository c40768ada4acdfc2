/** Names of a list that is loaded anew with every press in it, in positions that hold still. */

/** A name that was chosen before the list was fetched has only its id. */
export interface NameRow {
  readonly id: string
  readonly name?: string
  /** Undefined if it was not counted. */
  readonly workCount?: number
}

export interface SteadyRowsInput {
  /** The rows as they stood; none for a new list. */
  readonly before: readonly NameRow[]
  readonly found: readonly NameRow[]
  /** Ids of what is chosen, excluded, or was pressed: they keep their positions, and in a new list come first. */
  readonly held: readonly string[]
  /** How many rows a list may grow to by itself. */
  readonly top: number
}

/** A row whose name is no longer found gives its position to a new one; if there is none, it stays with no works. */
export function steadyRows({ before, found, held, top }: SteadyRowsInput): NameRow[] {
  const isHeld = new Set(held)
  const foundById = new Map(found.map((row) => [row.id, row]))
  const standing = new Set(before.map(({ id }) => id))
  const arriving = [...held.map((id) => foundById.get(id) ?? { id }), ...found]
  const newcomers = [...new Map(arriving.map((row) => [row.id, row])).values()].filter(
    ({ id }) => !standing.has(id),
  )
  const rows = before.map((row): NameRow => {
    const counted = foundById.get(row.id)
    if (counted) return counted
    if (isHeld.has(row.id)) return uncounted(row)
    return newcomers.shift() ?? { ...row, workCount: 0 }
  })
  const room = Math.max(0, top - rows.length)
  return [...rows, ...newcomers.filter(({ id }, at) => isHeld.has(id) || at < room)]
}

const uncounted = ({ workCount: _, ...row }: NameRow): NameRow => row
