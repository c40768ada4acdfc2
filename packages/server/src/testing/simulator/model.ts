/** The model of a site, as plain as can be: the simulator compares every response with it. */
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'

export interface ModelWork {
  readonly name: string
  readonly age: AgeCategory
  /** A value that an administrator set is not changed by an import. */
  readonly isNameLocked: boolean
  readonly isAgeLocked: boolean
}

export interface ModelPerson {
  readonly ceiling: AgeCategory
  readonly favorites: ReadonlySet<string>
  /** Seconds, by work. */
  readonly positions: ReadonlyMap<string, number>
}

/** Replaced as a whole by each step, so that a backup is one of them. */
export interface Model {
  readonly works: ReadonlyMap<string, ModelWork>
  readonly people: readonly ModelPerson[]
  readonly keysLeft: number
  /** Ids of tasks that were ordered. */
  readonly tasks: readonly string[]
}

const rank = (age: AgeCategory) => ageCategories.indexOf(age)

export const mayAge = (ceiling: AgeCategory, age: AgeCategory): boolean => rank(age) <= rank(ceiling)

/** The names of what somebody may see, by id. */
export function visibleTo({ works }: Model, ceiling: AgeCategory): Record<string, string> {
  const seen = [...works].filter(([, { age }]) => mayAge(ceiling, age)).map(([id, { name }]) => [id, name])
  return Object.fromEntries(seen.toSorted())
}

export function withWork(model: Model, id: string, change: Partial<ModelWork>): Model {
  const work = model.works.get(id)
  return work ? { ...model, works: new Map(model.works).set(id, { ...work, ...change }) } : model
}

export const withPerson = (model: Model, at: number, change: Partial<ModelPerson>): Model => ({
  ...model,
  people: model.people.map((person, index) => (index === at ? { ...person, ...change } : person)),
})
