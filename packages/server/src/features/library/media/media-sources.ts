/** What links to audio, and the audio itself, are made from. */
import type { Choices } from '@koedana/contract/choices.ts'
import type { Db } from '../../../db/schema.ts'
import type { Person } from '../../../http/person.ts'
import type { SiteSettings } from '../../settings/site.ts'
import type { Asker } from '../../works/viewers.ts'
import type { OpenStreams } from './open-streams.ts'

export interface MediaSources {
  readonly db: Db
  readonly secret: string
  /** Of the visitor; a new value ends every link given before. */
  readonly epoch: () => string
  readonly now: () => Date
  readonly site: Pick<SiteSettings, 'current'>
  /** By the public id of a session, as long as it is open. */
  readonly findPerson: (sessionId: string) => Promise<Person | undefined>
  readonly streams: OpenStreams
  /** By work key; links outlive a change of what the viewer may see, so it is asked again. */
  readonly isVisible: (workKey: number, asker: Asker, choices?: Choices) => boolean
}
