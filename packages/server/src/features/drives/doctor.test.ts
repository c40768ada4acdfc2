// @module-tag large
/** Tests the examination of each provider's drive, and that reports contain nothing private, whatever a provider returns. */
import { api } from '@koedana/contract/api.ts'
import { fakeDriveNames } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { sound } from '../library/testing/library.ts'
import { findDrive } from '../storages/drives/open-drives.ts'
import { listAccounts } from './drives.store.ts'
import { type DriveWorld, openDriveWorld } from './testing/drive-world.ts'
import { openTokens, sealTokens } from './tokens.ts'

const path = 'My diary/夏 of July.wav'
/** Markers in all tokens and secrets of the fakes; the owner of each drive is Haruka, and file names are those above. */
const isPrivate = /-(?:at|rt|secret|code|app)\b|aruka|diary|夏|July|example/

eachEngine((engine) => {
  let d: DriveWorld
  beforeEach(async () => {
    d = await openDriveWorld(engine)
  })
  afterEach(() => d.close())

  const examine = async (account: string, hasNames = false) => {
    const { steps, ...found } = await d.admin.call(api.examineDrive, { body: { account, hasNames } })
    return { ...found, findings: Object.fromEntries(steps.map(({ step, finding }) => [step, finding])) }
  }

  describe.each(fakeDriveNames)('%s', (provider) => {
    test('goes through all steps, and names a file only where that was wanted', async () => {
      const account = (await d.link(provider)).id
      const changes = findDrive(provider)?.feed ? 'good' : 'noFeed'
      const owner = { token: 'good', owner: 'good', space: 'good', list: 'good' }
      const nothing = { stat: 'nothingToRead', link: 'nothingToRead', range: 'nothingToRead' }
      expect(await examine(account)).toMatchObject({
        isGood: true,
        findings: { ...owner, ...nothing, changes },
      })
      d.server.providers[provider].tree.put(path, sound('rain'))
      d.server.providers[provider].tree.put('a letter.txt', 'x')
      const { isGood, findings, report } = await examine(account)
      const read = { stat: 'good', link: 'good', range: 'good' }
      expect({ isGood, findings }).toEqual({ isGood: true, findings: { ...owner, ...read, changes } })
      expect(report).toMatch(/^range +ok +\d+ ms; HTTP 206; type [\w/-]+; HTTP 206$/m)
      expect(report).not.toMatch(isPrivate)
      const named = await examine(account, true)
      expect(named.report.replace(`\nfile: ${path}\n`, '\n')).not.toMatch(isPrivate)
      expect(named.report).toContain(`file: ${path}`)
    })

    test('nothing private is reported, whatever the provider sends and however it fails', async () => {
      const account = (await d.link(provider)).id
      d.server.providers[provider].tree.put(path, sound('rain'))
      const { accessToken, refreshToken = 'none' } = d.server.providers[provider].issuer.issue()
      const said = `${accessToken} ${refreshToken} Haruka ${path}`
      const everywhere = { code: said, error: said, error_summary: said, message: said, errmsg: said }
      for (const words of [everywhere, { error: { code: said, message: said, errors: [{ reason: said }] } }])
        for (const status of [200, 400, 403, 404, 409, 429, 500]) {
          const body = JSON.stringify({ ...words, errno: 31_023, result: 1_004, state: false })
          const headers = { 'content-type': 'application/json', location: `https://${accessToken}.example/` }
          d.server.setTrouble({ type: 'status', status, headers, body })
          const { isGood, report } = await examine(account, true)
          expect([status, isGood, report.includes('failed')]).toEqual([status, false, true])
          expect(report).not.toMatch(isPrivate)
        }
    })
  })

  test('an account that is not linked any more, or is another one, or is away, says so', async () => {
    const account = (await d.link('dropbox')).id
    d.server.setTrouble({ type: 'reset' })
    const away = {
      token: 'good',
      owner: 'unavailable',
      list: 'unavailable',
      stat: 'notTried',
      link: 'notTried',
    }
    expect(await examine(account)).toMatchObject({ isGood: false, findings: away })
    d.server.setTrouble()
    const { write, vault } = d.w.deps
    const [row] = await listAccounts(write)
    if (!row) throw new Error('no account')
    const other = { ...row, account_id: 'dbid:another' }
    const moved = { account_id: other.account_id, tokens: sealTokens(vault, other, openTokens(vault, row)) }
    await write.updateTable('drive_account').set(moved).execute()
    expect(await examine(account)).toMatchObject({
      isGood: false,
      findings: { owner: 'otherOwner', list: 'good' },
    })
    await write.updateTable('drive_account').set({ account_id: row.account_id }).execute()
    expect(await examine(account)).toMatchObject({ isGood: false, findings: { token: 'damaged' } })
    await write.updateTable('drive_account').set({ tokens: row.tokens }).execute()
    await d.admin.call(api.unlinkDrive, { params: { id: account } })
    const ended = { token: 'revoked', owner: 'notTried', changes: 'notTried' }
    expect(await examine(account)).toMatchObject({ isGood: false, findings: ended })
  })

  test('nobody but administrators examines, and nothing that is not there', async () => {
    const member = await d.w.signIn()
    const account = (await d.link('dropbox')).id
    await expect(member.call(api.examineDrive, { body: { account } })).rejects.toMatchObject({ status: 403 })
    await expect(d.admin.call(api.examineDrive, { body: { account: '99' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
