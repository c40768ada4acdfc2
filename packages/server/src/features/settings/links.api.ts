/** POST /admin/settings/links: a new link secret. */
import type { endAllLinks } from '@koedana/contract/site-settings.ts'
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import type { Handler } from '../../http/context.ts'
import type { Links } from '../library/media/links.ts'
import type { OpenStreams } from '../library/media/open-streams.ts'

export interface LinkSources {
  readonly write: Db
  readonly links: Pick<Links, 'renewSecret' | 'refresh'>
  readonly streams: Pick<OpenStreams, 'recheck'>
}

/** Streams that are open end too: the links they came by are over. */
export function endAllLinksHandler({ write, links, streams }: LinkSources): Handler<typeof endAllLinks> {
  return async () => {
    await writeTogether(write, links.renewSecret)
    await links.refresh()
    streams.recheck()
  }
}
