/** GET /home, PUT of its layout, and visits. Cards are copied into the response as cached bytes. */
import type { getHome } from '@koedana/contract/home.ts'
import type {
  saveHomeLayout as saveHomeLayoutEndpoint,
  visitHome as visitHomeEndpoint,
} from '@koedana/contract/home-actions.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { listAnnouncementHeads } from '../announcements/announcements.api.ts'
import { continuedJson } from '../progress/progress.use-cases.ts'
import { reasonsOf } from '../works/works.api.ts'
import { type HomePage, type HomeSources, makeHome, saveHomeLayout, visitHome } from './home.use-cases.ts'
import { runInOwnTask } from './personal-rows.ts'

const maxAnnouncements = 5
const maxReasons = 2

export function getHomeHandler(sources: HomeSources): Handler<typeof getHome> {
  const { cards, viewers } = sources
  return async ({ query: choices }, context) => {
    const [made, announcements] = await Promise.all([
      makeHome(sources, choices, context),
      listAnnouncementHeads(sources, maxAnnouncements, context),
    ])
    const keys = [...new Set(shownKeys(made))]
    const found = await runInOwnTask(() => cards.find(keys, viewers.cardView(context, choices)))
    const shown = createShownCards(new Map(keys.map((key, at) => [key, found[at]])))
    const { latest, added, arranged, order, rising } = made
    const risen = (arranged.get('rising') ?? []).filter((key) => shown.cardOf(key))
    const soldOf = new Map(rising.keys.map((key, at) => [key, rising.sold[at] ?? 0]))
    const plain = {
      workCount: latest.total,
      libraryCount: added.total,
      ...(latest.hidden > 0 && { hidden: latest.hidden }),
      announcements,
      rows: order,
      risingPeriod: rising.period,
      risingSold: risen.map((key) => soldOf.get(key) ?? 0),
    }
    return jsonBytes(
      Buffer.concat([
        Buffer.from(JSON.stringify(plain).slice(0, -1)),
        shown.row('latest', arranged.get('latest')),
        shown.row('added', arranged.get('added')),
        shown.row('rising', risen),
        Buffer.from(',"own":'),
        ownJson(sources, made, shown),
        Buffer.from('}'),
      ]),
    )
  }
}

function shownKeys({ arranged, own }: HomePage): number[] {
  const mine = own
    ? [...own.continued.map(({ workKey }) => workKey), ...own.sets.flatMap(({ keys }) => keys)]
    : []
  return [...[...arranged.values()].flat(), ...mine, ...(own?.suggested ? [own.suggested.key] : [])]
}

/** Leaves out works without a card: works that were deleted in the meantime or that the viewer may no longer see. */
function createShownCards(cards: ReadonlyMap<number, Buffer | undefined>) {
  const cardOf = (key: number) => cards.get(key)
  return {
    cardOf,
    row: (name: string, keys: readonly number[] = []) =>
      joinItems(
        `,"${name}":[`,
        keys.flatMap((key) => cardOf(key) ?? []),
        ']',
      ),
  }
}

type ShownCards = ReturnType<typeof createShownCards>

function ownJson(sources: HomeSources, made: HomePage, shown: ShownCards): Buffer {
  const { own, arranged } = made
  if (!own) return Buffer.from('null')
  const { views, hours, layout, addedSince = null } = own
  const continued = own.continued.flatMap((one) => {
    const card = shown.cardOf(one.workKey)
    return card ? [continuedJson(one, card)] : []
  })
  return Buffer.concat([
    Buffer.from(JSON.stringify({ views, hours, layout, addedSince }).slice(0, -1)),
    joinItems(',"continued":[', continued, ']'),
    shown.row('followed', arranged.get('followed')),
    joinItems(',"sets":[', setsJson(sources, made, shown), ']'),
    Buffer.from(',"because":'),
    becauseJson(sources, made, shown),
    Buffer.from('}'),
  ])
}

function setsJson({ dictionary }: HomeSources, { own, viewer }: HomePage, shown: ShownCards): Buffer[] {
  return (own?.sets ?? []).flatMap(({ kind, key, keys, owned, total }) => {
    const entity = dictionary.findEntity(kind, key, viewer)
    if (!entity) return []
    const head = JSON.stringify({ kind, ...entity, ownedCount: owned, workCount: total }).slice(0, -1)
    return [Buffer.concat([Buffer.from(head), shown.row('items', keys), Buffer.from('}')])]
  })
}

function becauseJson(sources: HomeSources, { own, arranged, viewer }: HomePage, shown: ShownCards): Buffer {
  const keys = arranged.get('because')
  const seed = own?.suggested && shown.cardOf(own.suggested.key)
  if (!own?.suggested || !seed || !keys) return Buffer.from('null')
  const byKey = new Map(own.suggested.works.map((work) => [work.key, work]))
  const items = keys.flatMap((key) => {
    const card = shown.cardOf(key)
    if (!card) return []
    const reasons = reasonsOf(sources, byKey.get(key)?.shared ?? [], viewer).slice(0, maxReasons)
    return [joinItems('{"work":', [card], `,"reasons":${JSON.stringify(reasons)}}`)]
  })
  return Buffer.concat([joinItems('{"work":', [seed], ',"items":['), joinItems('', items, ']}')])
}

export function saveHomeLayoutHandler(sources: HomeSources): Handler<typeof saveHomeLayoutEndpoint> {
  return ({ body }, context) => saveHomeLayout(sources, body, context)
}

export function visitHomeHandler(sources: HomeSources): Handler<typeof visitHomeEndpoint> {
  return async (_, context) => {
    await visitHome(sources, context)
  }
}
