import type { ProgressSources } from '../../progress/progress.use-cases.ts'
import type { DoorMediaSources } from '../door-media.ts'

export type LibrarySources = DoorMediaSources & ProgressSources
