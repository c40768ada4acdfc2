import type {
  getRecording as getRecordingEndpoint,
  getStatistics as getStatisticsEndpoint,
  saveRecording as saveRecordingEndpoint,
} from '@koedana/contract/statistics.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import type { HistorySources } from './history.use-cases.ts'
import type { ProgressSources } from './progress.use-cases.ts'
import { getRecording, saveRecording } from './recording.use-cases.ts'
import { getStatistics } from './statistics.use-cases.ts'

export function getStatisticsHandler(sources: ProgressSources): Handler<typeof getStatisticsEndpoint> {
  return async ({ query }, context) => {
    const { works, ...rest } = await getStatistics(sources, query, context)
    return jsonBytes(joinItems('{"works":[', [...works], `],${JSON.stringify(rest).slice(1)}`))
  }
}

export function getRecordingHandler(sources: HistorySources): Handler<typeof getRecordingEndpoint> {
  return (_, context) => getRecording(sources, context)
}

export function saveRecordingHandler(sources: HistorySources): Handler<typeof saveRecordingEndpoint> {
  return ({ body }, context) => saveRecording(sources, body.paused, context)
}
