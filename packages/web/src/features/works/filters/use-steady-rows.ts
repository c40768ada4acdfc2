import { useState } from 'react'
import { namesPerKind } from './facets-query.ts'
import { type NameRow, steadyRows } from './steady-rows.rules.ts'

export interface SteadyRowsProps {
  /** Undefined while it is asked for. */
  readonly found: readonly NameRow[] | undefined
  /** Part of the names: another one makes a new list. */
  readonly text: string
  readonly chosen: readonly string[]
}

export interface SteadyRows {
  readonly rows: readonly NameRow[]
  /** The row keeps its place from now on, also where it is let go of. */
  readonly press: (id: string) => void
}

/** While an answer is under way the rows stay as they are. */
export function useSteadyRows({ found, text, chosen }: SteadyRowsProps): SteadyRows {
  const [list, setList] = useState<List>(emptyList)
  if (found && found !== list.found) {
    const { rows: before, pressed } = list.text === text ? list : emptyList
    const rows = steadyRows({ before, found, held: [...chosen, ...pressed], top: namesPerKind })
    setList({ found, text, rows, pressed })
  }
  const press = (id: string) => setList((now) => ({ ...now, pressed: [...now.pressed, id] }))
  return { rows: list.rows, press }
}

interface List {
  readonly found: readonly NameRow[] | undefined
  readonly text: string
  readonly rows: readonly NameRow[]
  readonly pressed: readonly string[]
}

const emptyList: List = { found: undefined, text: '', rows: [], pressed: [] }
