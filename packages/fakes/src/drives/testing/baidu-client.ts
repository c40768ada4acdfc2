/** Runs an independent client of Baidu Netdisk over a drive, and prints what it found. */
import { text } from 'node:stream/consumers'
import {
  httpCode2Token,
  httpFileInfo,
  httpFileList,
  httpRefreshToken,
  httpUserInfo,
  httpUserQuota,
} from 'baidu-netdisk-api'
import * as v from 'valibot'

const Given = v.object({
  client_id: v.string(),
  client_secret: v.string(),
  redirect_uri: v.string(),
  code: v.string(),
})

const { client_id, client_secret, redirect_uri, code } = v.parse(Given, JSON.parse(await text(process.stdin)))
const app = { client_id, client_secret }
const first = (await httpCode2Token({ ...app, code, redirect_uri })).data
const { access_token } = (await httpRefreshToken({ ...app, refresh_token: first.refresh_token })).data
const reused = await httpRefreshToken({ ...app, refresh_token: first.refresh_token }).catch(wordsOf)

/** The client parses IDs as numbers and rounds them, so this reads their digits from the text. */
const asText = { transformResponse: (body: string) => body }
const Ids = v.pipe(
  v.string(),
  v.transform((body) => [...body.matchAll(/"fs_id":(\d+)/g)].map(([, id]) => id)),
)

const files: { readonly path: string; readonly size: number; readonly bytes: string }[] = []
async function walk(dir: string): Promise<void> {
  const { list } = (await httpFileList({ access_token, dir, limit: 1000 })).data
  for (const { path, isdir } of list) if (isdir === 1) await walk(path)
  const ids = v.parse(Ids, (await httpFileList({ access_token, dir, limit: 1000 }, asText)).data)
  const wanted = ids.filter((_, at) => list[at]?.isdir === 0)
  if (wanted.length === 0) return
  const parameters = { access_token, fsids: `[${wanted.join(',')}]`, dlink: 1 }
  for (const { path, size, dlink } of (await httpFileInfo(parameters)).data.list) {
    const headers = { 'user-agent': 'pan.baidu.com' }
    const bytes = await (await fetch(`${dlink}&access_token=${access_token}`, { headers })).text()
    files.push({ path, size, bytes })
  }
}
await walk('/')

const { uk, netdisk_name } = (await httpUserInfo({ access_token })).data
const { total, used } = (await httpUserQuota({ access_token, checkexpire: 1, checkfree: 1 })).data
const missing = await httpFileList({ access_token, dir: '/nowhere' }).catch(wordsOf)
console.log(JSON.stringify({ uk, netdisk_name, total, used, files, reused, missing }))

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no error'
}
