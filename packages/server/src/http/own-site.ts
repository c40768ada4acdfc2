/** Refuses what other sites have a browser do here, before anything is looked at. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { memoised } from './memoised.ts'
import { isFromElsewhere, isOfAnotherName } from './own-site.rules.ts'

export function refuseOtherSites(app: FastifyInstance, publicUrl: string | undefined): void {
  const isRefused = memoised((host = '') => isOfAnotherName(host, publicUrl))
  app.addHook('onRequest', ({ method, headers, host }, _reply, done) => {
    if (isRefused(host)) done(new AppError('unknownHost'))
    else if (isFromElsewhere({ method, headers, host, publicUrl })) done(new AppError('foreignOrigin'))
    else done()
  })
}
