// @module-tag large
import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { eachLibrary } from '../../../library/testing/each-library.ts'
import {
  addUser,
  cleanedAt,
  createCleanData,
  createLibrary,
  goneIds,
  scannedAt,
  storeAbsence,
  trashedWorks,
} from './testing/clean-fixtures.ts'
import { runClean } from './testing/run-clean.ts'

const [gone = ''] = goneIds

eachLibrary((given) => {
  const clean = () => {
    const { database, coversFolder } = given()
    return runClean({ database, coversFolder, at: cleanedAt, dryRun: false })
  }

  test.each<readonly [string, () => Promise<unknown>]>([
    [
      'a favorite of anybody',
      async () => {
        const user_key = await addUser(given())
        await given()
          .database.write.insertInto('favorite')
          .values({ user_key, work_key: workKeyOf(gone), added_at: scannedAt })
          .execute()
      },
    ],
    ...[{ state: 'want' as const }, { rating: 3 }, { note: 'for later' }].map(
      (mark): readonly [string, () => Promise<unknown>] => [
        `marked by anybody with a ${Object.keys(mark).join()}`,
        async () => {
          const user_key = await addUser(given())
          const none = { state: null, state_ms: 0, rating: null, note: '' }
          await given()
            .database.write.insertInto('mark')
            .values({ user_key, work_key: workKeyOf(gone), ...none, ...mark })
            .execute()
        },
      ],
    ),
    [
      'edited once',
      async () => {
        const edit = { id: 'edit', work_key: workKeyOf(gone), user_key: null, at: scannedAt }
        await given()
          .database.write.insertInto('work_edit')
          .values({ ...edit, changes: '[]', undone_at: null })
          .execute()
      },
    ],
    [
      'locked in a field, such as a cover of its own',
      async () => {
        const lock = { work_key: workKeyOf(gone), user_key: null, at: scannedAt }
        await given()
          .database.write.insertInto('work_lock')
          .values({ ...lock, field: 'cover' })
          .execute()
      },
    ],
    ['on the marketplace', () => storeAbsence(given(), gone, 0)],
    ['not absent there often enough', () => storeAbsence(given(), gone, 2)],
    [
      'packed beside',
      async () => {
        given().put(`${gone}.zip`, 'packed')
        await given().scan({ at: cleanedAt })
      },
    ],
    [
      'known from a feed, as long as nobody asked the marketplace',
      () =>
        given().database.write.updateTable('work').set({ origin: 'feed' }).where('id', '=', gone).execute(),
    ],
  ])('a work without files stays where it is %s', async (_, act) => {
    const library = given()
    await createLibrary(library)
    await act()
    await clean()
    expect(await trashedWorks(library)).toEqual(goneIds.slice(1))
  })

  test('entities that are followed, merged into, named by hand, or tied to the trash stay', async () => {
    const library = given()
    await createCleanData(library)
    const { write } = library.database
    const user_key = await addUser(library)
    const at = scannedAt
    const row = (id: string) => ({ id, name: id, kana: null, created_at: at, updated_at: at })
    for (const id of ['followed', 'target', 'named', 'loose'])
      await write.insertInto('maker').values(row(id)).execute()
    const makers = await write.selectFrom('maker').select(['id', 'key']).execute()
    const keyOf = (id: string) => makers.find((maker) => maker.id === id)?.key ?? 0
    await write
      .insertInto('follow')
      .values({ user_key, kind: 'makers', entity_id: 'followed', followed_at: at })
      .execute()
    await write
      .insertInto('entity_alias')
      .values({ kind: 'makers', id: 'other', entity_key: keyOf('target'), name: 'other' })
      .execute()
    await write
      .insertInto('entity_lock')
      .values({ kind: 'makers', entity_key: keyOf('named') })
      .execute()
    const { items } = await clean()
    const removed = items.filter(({ reason }) => reason === 'nothingTiedToIt').map(({ item }) => item)
    expect(removed.sort()).toEqual(['genres/g8', 'genres/g9', 'makers/loose'])
  })
})
