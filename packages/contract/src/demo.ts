/** Demo works: a few generated works with audio, for a server without works of its own. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'

export const demoStates = ['absent', 'loading', 'incomplete', 'present', 'removing'] as const
const DemoState = v.picklist(demoStates, 'valueUnknown')

export const Demo = v.object({
  /**
   * `loading`: they are being created on this server. `incomplete`: creation was interrupted or failed. `removing`: removal is requested
   * and waits for a scan that would otherwise add them again.
   */
  state: DemoState,
  workCount: v.number(),
})
export type Demo = v.InferOutput<typeof Demo>

const path = '/admin/demo'

export const getDemo = endpoint({
  method: 'GET',
  path,
  access: 'admin',
  rate: 'read',
  summary: 'Get the state of the demo works',
  response: Demo,
})

export const loadDemo = endpoint({
  method: 'POST',
  path,
  access: 'admin',
  rate: 'write',
  status: 202,
  summary: 'Load demo works',
  response: Demo,
})

export const removeDemo = endpoint({
  method: 'DELETE',
  path,
  access: 'admin',
  rate: 'write',
  status: 202,
  summary: 'Remove demo works',
  description: 'After the current scan, if one is running.',
  response: Demo,
})
