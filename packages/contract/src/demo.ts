/** Demo works: a few invented ones with sound, for a server that has nothing of its own yet. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'

export const demoStates = ['absent', 'loading', 'incomplete', 'present', 'removing'] as const
const DemoState = v.picklist(demoStates, 'valueUnknown')

export const Demo = v.object({
  /**
   * `loading`: they are being made on this server. `incomplete`: that was cut short, or failed. `removing`: their removal is
   * ordered, and waits for a scan that would bring them back.
   */
  state: DemoState,
  /** How many of them are here. */
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
