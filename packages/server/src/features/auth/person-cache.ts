/** Caches the owner of a credential. Data that was read before an account changed is not cached. */
import { LRUCache } from 'lru-cache'
import type { Person } from '../../http/context.ts'

/** How to find a credential: by the hash of its secret, or by its public ID. */
export interface CredentialKey {
  readonly column: 'token_hash' | 'id'
  readonly value: string
}

export class PersonCache<E extends { readonly person: Person }> {
  readonly #known: LRUCache<string, E>
  #forgotten = 0

  constructor(max: number) {
    this.#known = new LRUCache<string, E>({ max })
  }

  get(name: CredentialKey): E | undefined {
    return this.#known.get(keyOf(name))
  }

  /** Reads an entry and caches it, unless `forget` was called meanwhile. */
  async fetch(name: CredentialKey, read: () => Promise<E | undefined>): Promise<E | undefined> {
    const before = this.#forgotten
    const entry = await read()
    if (entry && before === this.#forgotten) this.#known.set(keyOf(name), entry)
    return entry
  }

  forget(userKeys: readonly number[] | 'all'): void {
    this.#forgotten += 1
    if (userKeys === 'all') this.#known.clear()
    else
      for (const [key, { person }] of [...this.#known])
        if (userKeys.includes(person.userKey)) this.#known.delete(key)
  }
}

const keyOf = ({ column, value }: CredentialKey) => `${column} ${value}`
