/** A minimal model of sources and edits: the last source of each field wins, and null is ignored. */
import fc from 'fast-check'

export const modelled = ['name', 'kana', 'price', 'rating', 'artists', 'writers', 'maker'] as const
export type Modelled = (typeof modelled)[number]

const id = fc.constantFrom('a1', 'a2', 'a3')
const values = fc.record(
  {
    name: fc.constantFrom('雨', '夜', '<b>'),
    kana: fc.option(fc.constantFrom('ア', 'イ')),
    price: fc.option(fc.nat(3)),
    rating: fc.option(fc.constantFrom(0, 4.5, 5)),
    artists: fc.uniqueArray(id, { maxLength: 3 }),
    writers: fc.array(fc.constantFrom('X', 'Y'), { maxLength: 2 }),
    maker: fc.option(id),
  },
  { requiredKeys: [] },
)
/** Entities by ID. */
export type Values = typeof values extends fc.Arbitrary<infer T> ? T : never

/** A frequent value, so that equal lines occur. */
const frequent = fc.constant<Values>({ name: '夜', price: 2, artists: ['a3'] })

export const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('line' as const), values: fc.oneof(values, frequent) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('marketplace' as const), values }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), values, release: fc.subarray([...modelled]) }),
  },
  // How many steps back in the history.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), back: fc.nat(3) }) },
)

/** Compared by identity: equal states from different source records are different. */
export interface State {
  readonly value: unknown
  /** For an edit, the kind of origin only: its time is not known in advance. */
  readonly origin: string
  readonly isLocked: boolean
}

type States = ReadonlyMap<Modelled, State>

interface Edit {
  readonly before: States
  readonly after: States
  isUndone: boolean
}

export class IngestModel {
  states: States
  /** Latest first. */
  edits: readonly Edit[] = []
  #lastLine = ''

  constructor(states: States) {
    this.states = states
  }

  ingest(values: Values, origin: string): void {
    for (const field of modelled) {
      const known = this.states.get(field)
      const value = values[field]
      if (!known || known.isLocked || value == null || isSame(known.value, value)) continue
      this.states = new Map([...this.states, [field, { value, origin, isLocked: false }]])
    }
  }

  /** Ignores a line that equals the previous one. */
  line(values: Values, origin: string): void {
    const text = JSON.stringify(values)
    if (text !== this.#lastLine) this.ingest(values, origin)
    this.#lastLine = text
  }

  edit(given: Values, released: readonly Modelled[]): void {
    const after = new Map(this.states)
    for (const [field, known] of this.states) {
      const value = given[field]
      if (value !== undefined && !(known.isLocked && isSame(known.value, value)))
        after.set(field, { value, origin: 'edit', isLocked: true })
      const now = after.get(field)
      if (now?.isLocked && released.includes(field)) after.set(field, { ...now, isLocked: false })
    }
    this.#change(after)
  }

  /** Returns whether the edit can be undone: its result must be the current state. */
  canUndo({ before, after, isUndone }: Edit): boolean {
    return (
      !isUndone &&
      [...after].every(([field, state]) => state === before.get(field) || state === this.states.get(field))
    )
  }

  undo(edit: Edit): void {
    const restored = new Map(this.states)
    for (const [field, state] of edit.before) if (state !== edit.after.get(field)) restored.set(field, state)
    this.#change(restored)
    edit.isUndone = true
  }

  #change(after: States): void {
    if ([...after].every(([field, state]) => state === this.states.get(field))) return
    this.edits = [{ before: this.states, after, isUndone: false }, ...this.edits]
    this.states = after
    this.#lastLine = ''
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
