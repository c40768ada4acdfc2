/** The marketplace in the hands of a task: asked at its pace, waited for, let go of when the task is to end. */
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import type { Database } from '../../../db/open.ts'
import type { LookupSource } from '../../metadata/source.ts'
import { patientCalls } from '../../metadata/upkeep/calls.ts'
import { createOutageRetry, isSilent } from '../../metadata/upkeep/outage-retry.ts'
import { type Job, JobFailed } from '../job.ts'
import type { Phase } from './phases.ts'
import type { RecordSources } from './read-records.ts'
import type { AskList } from './sync-works/ask-list.ts'
import type { CoverSources } from './take-covers.ts'

export interface MarketplaceSources {
  readonly database: Database
  readonly coversFolder: string
  readonly marketplace: LookupSource
  readonly settings: () => MarketplaceSettings
  /** How long a silence is waited out; tests wait less. */
  readonly outageRetry?: { readonly pollMs: number; readonly longestMs: number }
}

export interface MarketplaceWork extends RecordSources, CoverSources {
  readonly isOn: boolean
  readonly fetchList: AskList
}

const usual = { pollMs: 5_000, longestMs: 45 * 60_000 }

export function openMarketplaceWork(sources: MarketplaceSources, job: Job): MarketplaceWork {
  const { database, coversFolder, marketplace, settings, outageRetry = usual } = sources
  const isOn = settings().enabled
  const { signal } = job
  const retryThroughOutages = createOutageRetry({
    ...outageRetry,
    signal,
    onSilence: (isSilent) =>
      isSilent
        ? job.note('warn', 'The marketplace does not answer; waiting.')
        : job.note('info', 'The marketplace answers again.'),
    giveUp: () => new JobFailed(silence(outageRetry.longestMs)),
  })
  if (!isOn) job.note('warn', 'The marketplace is switched off in the settings: nothing is asked there.')
  return {
    database,
    coversFolder,
    isOn,
    calls: patientCalls(marketplace, retryThroughOutages, {
      signal,
      atOnce: settings().gapMs === 0 ? unpacedCalls : 1,
    }),
    picture: (url) => retryThroughOutages(() => marketplace.readPicture(url, signal), isSilent),
    fetchList: (wanted, page) =>
      retryThroughOutages(() => marketplace.readPage(wanted, page, signal), isSilent),
  }
}

/** At a pace one after the other, so that a person who asks for one work is next; without one, several. */
const unpacedCalls = 8

const silence = (milliseconds: number) =>
  `The marketplace has not answered for ${Math.round(milliseconds / 60_000)} minutes. What was done so far is kept.`

/** Elsewhere the phase is passed over. */
export const onlyWhere = (isWanted: boolean, phase: Phase): Phase =>
  isWanted ? phase : { name: phase.name, run: async () => {} }
