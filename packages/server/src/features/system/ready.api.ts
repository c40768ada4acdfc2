/** GET /health/ready. The server listens only once the read index stands. */
import type { getReady } from '@koedana/contract/system.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'

export interface ReadySources {
  readonly db: Db
}

/** A database that does not answer is a fault that the border knows: 503. */
export function getReadyHandler({ db }: ReadySources): Handler<typeof getReady> {
  return async () => {
    await db.selectFrom('setting').select('name').limit(1).execute()
    return { ready: true as const }
  }
}
