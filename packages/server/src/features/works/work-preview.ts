/** Writes what other sites show when somebody sends the address of a work: Open Graph tags, for what any visitor may see. */
import { basePath } from '@koedana/contract/base-path.ts'
import { type Locale, normaliseWorkId } from '@koedana/contract/values.ts'
import type { Work } from '@koedana/contract/works.ts'
import { LRUCache } from 'lru-cache'
import type { PreviewWork } from '../../http/spa.ts'
import { AppError } from '../../lib/app-error.ts'
import { drawnVersionOf } from '../library/covers/drawn-cover.ts'
import type { Links } from '../library/media/links.ts'
import type { WorkSources } from './viewers.ts'
import { getWork } from './works.use-cases.ts'

interface Sources extends WorkSources {
  readonly links: Pick<Links, 'signCover' | 'version'>
  /** The address at which browsers are said to reach this server; without it the one that was requested. */
  readonly publicUrl: string | undefined
}

/** Some kilobytes each: of a link that goes around, the page is requested by everybody who reads it. */
const mostKept = 500

/** Holds as long as responses to visitors do: whatever they may see of a work changes one of the versions. */
export function createWorkPreview(sources: Sources): PreviewWork {
  const { catalogue, dictionary, links, viewers, publicUrl } = sources
  const kept = new LRUCache<string, { readonly work: Work | undefined }>({ max: mostKept })

  const find = async (id: string, locale: Locale): Promise<Work | undefined> => {
    const visitor = { person: undefined, locale }
    const version = `${catalogue.version()}.${dictionary.version()}.${links.version()}`
    const name = `${version} ${viewers.audience(visitor)} ${locale} ${id}`
    const found = kept.get(name)
    if (found) return found.work
    const work = await getWork(sources, { id }, visitor).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'notFound') return undefined
      throw error
    })
    kept.set(name, { work })
    return work
  }

  return async (given, { locale, origin }) => {
    const id = normaliseWorkId(given)
    const work = id === undefined ? undefined : await find(id, locale)
    return work && previewOf(work, { locale, origin: publicUrl ?? origin, signCover: links.signCover })
  }
}

interface PreviewParts {
  readonly locale: Locale
  readonly origin: string
  readonly signCover: Links['signCover']
}

/** A veiled cover is not shown: the work is drawn, as one without a cover is. */
function previewOf(work: Work, { locale, origin, signCover }: PreviewParts): string {
  const { id, title, maker, artists, ageCategory } = work
  const version = work.cover?.signature ? work.cover.version : drawnVersionOf(maker?.id)
  const signature = work.cover?.signature ?? signCover({ workId: id, version }, ageCategory)
  const image = `${origin}${basePath}/covers/${id}/960/${encodeURIComponent(version)}?s=${signature}`
  const description = [maker?.name, artists.map(({ name }) => name).join('、')].filter(Boolean).join(' · ')
  const tags = [
    ['og:site_name', 'Koedana'],
    ['og:type', 'website'],
    ['og:locale', locale.replace('-', '_')],
    ['og:url', `${origin}/work/${id}`],
    ['og:title', title],
    ['og:description', description],
    ['og:image', image],
    ['twitter:card', 'summary_large_image'],
  ] as const
  return tags.flatMap(([name, text]) => (text ? [tagOf(name, text)] : [])).join('')
}

/** Cards of the sites that read them are named, those of Open Graph are properties. */
const tagOf = (name: string, text: string): string =>
  `<meta ${name.startsWith('twitter:') ? 'name' : 'property'}="${name}" content="${escaped(text)}" />`

/** Longer than any site shows. */
const longest = 400

/** Titles come from folders and feeds, and may hold anything: nothing of them ends the attribute or the tag. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
