/** The simple reference model of a site. The simulator compares every response with it. */
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'

export interface ModelWork {
  readonly name: string
  readonly age: AgeCategory
  /** Whether an administrator set the name, which imports then keep. */
  readonly isNameLocked: boolean
  readonly isAgeLocked: boolean
}

export interface ModelPerson {
  readonly ceiling: AgeCategory
  readonly favorites: ReadonlySet<string>
  /** Seconds by work. */
  readonly positions: ReadonlyMap<string, number>
}

/** Immutable: each step replaces it, so a backup is a reference to it. */
export interface Model {
  readonly works: ReadonlyMap<string, ModelWork>
  readonly people: readonly ModelPerson[]
  readonly keysLeft: number
  readonly tasks: readonly string[]
}

const rank = (age: AgeCategory) => ageCategories.indexOf(age)

export const isAgeVisible = (ceiling: AgeCategory, age: AgeCategory): boolean => rank(age) <= rank(ceiling)

export function visibleTo({ works }: Model, ceiling: AgeCategory): Record<string, string> {
  const seen = [...works]
    .filter(([, { age }]) => isAgeVisible(ceiling, age))
    .map(([id, { name }]) => [id, name])
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
