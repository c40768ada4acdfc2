import type { Db } from '../../db/schema.ts'
import type { HomePageTable } from '../../db/tables/home.ts'

/** Returns undefined if the account has never visited the home page or changed its layout. */
export const findHomePage = (db: Db, userKey: number): Promise<HomePageTable | undefined> =>
  db.selectFrom('home_page').selectAll().where('user_key', '=', userKey).executeTakeFirst()

type Changed = Partial<Pick<HomePageTable, 'since_ms' | 'seen_ms' | 'layout'>>

export async function saveHomePage(tx: Db, userKey: number, changed: Changed): Promise<void> {
  await tx
    .insertInto('home_page')
    .values({ user_key: userKey, since_ms: null, seen_ms: null, layout: '', ...changed })
    .onConflict((conflict) => conflict.column('user_key').doUpdateSet(changed))
    .execute()
}
