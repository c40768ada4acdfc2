/** Keeps names at their positions while the list is reloaded after each press. */

/** A name that was chosen before the list was loaded has only its ID. */
export interface NameRow {
  readonly id: string
  readonly name?: string
  /** Undefined if not counted. */
  readonly workCount?: number
}

export interface SteadyRowsInput {
  /** The previous rows; empty for a new list. */
  readonly before: readonly NameRow[]
  readonly found: readonly NameRow[]
  /** IDs that are chosen, excluded or were pressed: they keep their positions, and are first in a new list. */
  readonly held: readonly string[]
  /** The maximum number of rows, apart from held ones. */
  readonly top: number
}

/** Returns the new rows. A row that is no longer found is replaced by a new one; if there is none, it stays with 0 works. */
export function computeStableRows({ before, found, held, top }: SteadyRowsInput): NameRow[] {
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
