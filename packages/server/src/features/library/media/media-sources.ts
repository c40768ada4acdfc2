/** What links to audio, and the audio itself, are made from. */
import type { Choices } from '@koedana/contract/choices.ts'
import type { Db } from '../../../db/schema.ts'
import type { Person } from '../../../http/person.ts'
import type { SiteSettings } from '../../settings/site.ts'
import type { OpenStorage } from '../../storages/open-storages.ts'
import type { Asker } from '../../works/viewers.ts'
import type { OpenStreams } from './open-streams.ts'

export type VisibleWorks = (
  keys: readonly number[],
  asker: Asker,
  choices?: Choices,
) => Promise<ReadonlySet<number>>

export interface MediaSources {
  readonly db: Db
  readonly secret: () => string
  /** Of the visitor; a new value ends every link given before. */
  readonly epoch: () => string
  readonly now: () => Date
  readonly site: Pick<SiteSettings, 'current'>
  /** Whether others than this machine are meant to come, by the configuration. */
  readonly isPublished: boolean
  /** By the public id of a session, as long as it is open. */
  readonly findPerson: (sessionId: string) => Promise<Person | undefined>
  readonly streams: OpenStreams
  readonly openStorage: OpenStorage
  /**
   * Of these works, those that the asker may see, by the index and by their rows, which may be newer. Links outlive a
   * change of what somebody may see, so it is asked again.
   */
  readonly visibleWorks: VisibleWorks
}
