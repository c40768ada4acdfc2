import { basePath } from '@koedana/contract/base-path.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'

test('requests of people are noticed, and what probes ask of a server is not', async () => {
  let served = 0
  const app = await buildApp({
    routes: [],
    log: pino({ level: 'silent' }),
    authenticate: () => undefined,
    trustedProxies: [],
    served: () => {
      served += 1
    },
  })
  for (const url of [`${basePath}/health/ready`, `${basePath}/health/live`, '/metrics'])
    await app.inject({ url })
  expect(served).toBe(0)
  await app.inject({ url: `${basePath}/works` })
  await app.inject({ url: '/rest/ping.view' })
  expect(served).toBe(2)
  await app.close()
})
