/** Renders link previews of works for other sites: Open Graph tags with what any visitor may see. */
import { basePath } from '@koedana/contract/base-path.ts'
import { type Locale, normalizeWorkId } from '@koedana/contract/values.ts'
import type { Work } from '@koedana/contract/works.ts'
import { LRUCache } from 'lru-cache'
import type { RenderWorkPreview } from '../../http/web-client.ts'
import { AppError } from '../../lib/app-error.ts'
import { drawnVersionOf } from '../library/covers/drawn-cover.ts'
import type { Links } from '../library/media/links.ts'
import type { WorkSources } from './viewers.ts'
import { getWork } from './works.use-cases.ts'

interface Sources extends WorkSources {
  readonly links: Pick<Links, 'signCover' | 'version'>
  /** PUBLIC_URL; defaults to the origin of the request. */
  readonly publicUrl: string | undefined
}

/** Some kilobytes each. A shared link is requested by everyone who reads the post. */
const maxKept = 500

/** Cached as long as responses to visitors: any change of what they may see changes one of the versions. */
export function createWorkPreview(sources: Sources): RenderWorkPreview {
  const { catalogue, dictionary, links, viewers, publicUrl } = sources
  const kept = new LRUCache<string, { readonly work: Work | undefined }>({ max: maxKept })

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
    const id = normalizeWorkId(given)
    const work = id === undefined ? undefined : await find(id, locale)
    return work && previewOf(work, { locale, origin: publicUrl ?? origin, signCover: links.signCover })
  }
}

interface PreviewParts {
  readonly locale: Locale
  readonly origin: string
  readonly signCover: Links['signCover']
}

/** Instead of a veiled or missing cover, a generated image is used. */
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

/** Twitter tags use `name`, Open Graph tags use `property`. */
const tagOf = (name: string, text: string): string =>
  `<meta ${name.startsWith('twitter:') ? 'name' : 'property'}="${name}" content="${escaped(text)}" />`

/** Longer than any site shows. */
const maxTextLength = 400

/**
 * Titles come from folders and catalog files and may contain any character. Escaping makes sure that they never end the attribute
 * or tag.
 */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, maxTextLength)
    .toWellFormed()
    .replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
