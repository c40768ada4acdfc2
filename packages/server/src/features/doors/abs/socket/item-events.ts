/** Sends `item_added`, `item_updated` and `item_removed` to each client, for the works that its user may see. */
import { workIdOf } from '@koedana/contract/values.ts'
import { listKeys } from '../../../works/list-works.use-cases.ts'
import { libraryFilterOf } from '../../door-works.ts'
import { expandedItemOf, libraryId } from '../item.rules.ts'
import { readItems } from '../library.ts'
import { type Clients, emit, readerOf, type SignedInClient } from './clients.ts'
import type { SocketSources } from './sources.ts'

export interface ItemEvents {
  readonly begin: (client: SignedInClient) => void
  readonly send: (keys: readonly number[]) => Promise<void>
  /** Forgets what was sent, if it is unknown which works changed. */
  readonly forget: () => void
}

/** Larger changes are imports, after which apps reload their library by themselves. */
const maxChangedAtOnce = 200
/**
 * Works remembered per library, so that a removal is only sent to clients that saw the work. For a larger library no removals are sent.
 */
const maxRemembered = 100_000
const maxRememberedInAll = 1_000_000

export function createItemEvents(sources: SocketSources, clients: Clients): ItemEvents {
  const seen = createSeenWorks(sources)
  return {
    begin: seen.begin,
    forget: seen.clear,
    send: async (keys) => {
      const connected = clients.signedIn()
      seen.keepOnly(new Set(connected.map(groupOf)))
      if (keys.length > maxChangedAtOnce) return seen.clear()
      const alike = Map.groupBy(connected, (client) =>
        [groupOf(client), client.context.locale, client.context.origin].join(' '),
      )
      // Clients of the same group, locale and origin get the same events. The set of a group is read before the first of them changes
      // it.
      const known = new Map<string, ReadonlySet<number> | undefined>()
      for (const client of connected) {
        const group = groupOf(client)
        const set = await seen.of(client)
        if (!known.has(group)) known.set(group, set && new Set(keys.filter((key) => set.has(key))))
      }
      for (const some of alike.values()) {
        const [first] = some
        if (!first) continue
        const visible = await sendTo(sources, some, { keys, known: known.get(groupOf(first)) })
        const set = await seen.of(first)
        for (const key of keys) visible.has(key) ? set?.add(key) : set?.delete(key)
      }
    },
  }
}

interface Changed {
  readonly keys: readonly number[]
  /** The changed works that the clients have seen before; undefined if unknown. */
  readonly known: ReadonlySet<number> | undefined
}

/** Sends the events. Returns which of the works the clients may see now. */
async function sendTo(
  sources: SocketSources,
  some: readonly SignedInClient[],
  { keys, known }: Changed,
): Promise<ReadonlySet<number>> {
  const [first] = some
  const items = first ? await readItems(sources, keys, readerOf(first)) : []
  const visible = new Set(items.map(({ key }) => key))
  const send = (event: string, data: unknown) => {
    for (const client of some) emit(client, event, data)
  }
  for (const item of items)
    send(known && !known.has(item.key) ? 'item_added' : 'item_updated', expandedItemOf(item))
  for (const key of known ?? []) if (!visible.has(key)) send('item_removed', { id: workIdOf(key), libraryId })
  return visible
}

/** Remembers, by user and kind of library, the works that they could see since they connected. */
function createSeenWorks(sources: SocketSources) {
  const seen = new Map<string, Promise<Set<number> | undefined>>()
  let remembered = 0
  const list = async (client: SignedInClient): Promise<Set<number> | undefined> => {
    const context = readerOf(client)
    const page = {
      filter: libraryFilterOf(context),
      sort: 'recentlyAdded',
      offset: 0,
      limit: maxRemembered,
    } as const
    const { keys, total } = await listKeys(sources, page, context)
    if (total > maxRemembered || remembered + keys.length > maxRememberedInAll) return undefined
    remembered += keys.length
    return new Set(keys)
  }
  const begin = (client: SignedInClient) => {
    const group = groupOf(client)
    const known = seen.get(group) ?? list(client).catch(() => undefined)
    seen.set(group, known)
    return known
  }
  const clear = () => {
    seen.clear()
    remembered = 0
  }
  return {
    begin: (client: SignedInClient) => void begin(client),
    of: begin,
    clear,
    keepOnly: (groups: ReadonlySet<string>) => {
      if ([...seen.keys()].some((group) => !groups.has(group))) clear()
    },
  }
}

/** Clients of one group see the same works. */
const groupOf = ({ person }: Pick<SignedInClient, 'person'>) =>
  `${person.userKey} ${person.door?.showsCatalogue === true}`
