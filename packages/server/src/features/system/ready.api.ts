/** GET /health/ready. The server listens only once the read index stands. */
import type { getReady } from '@koedana/contract/system.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'

export interface ReadySources {
  readonly db: Db
  readonly database: Pick<Database, 'isDamaged'>
}

/** A database that does not answer is a fault that the border knows: 503. One that was found damaged stays so until it is opened anew. */
export function getReadyHandler({ db, database }: ReadySources): Handler<typeof getReady> {
  return async () => {
    if (database.isDamaged()) throw new AppError('databaseDamaged')
    await db.selectFrom('setting').select('name').limit(1).execute()
    return { ready: true as const }
  }
}
