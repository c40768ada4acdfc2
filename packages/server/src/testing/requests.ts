/** One valid request for every endpoint of the contract, so that a test can walk all of them. */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { fillPath } from '@koedana/contract/kit/client.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'

export interface RequestIds {
  readonly userId: string
  readonly keyId: string
  readonly sessionId: string
  readonly announcementId: string
}

export interface Walked {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly payload?: object
}

/** Endpoints of the contract that are not mounted yet. Remove an entry when its route is mounted. */
export const pending: readonly string[] = []

export const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(api)

export const mounted = endpoints.filter(([name]) => !pending.includes(name))

export const workId = 'RJ90000001'
export const genreId = '56'

/** Returns the methods: GET endpoints also support HEAD. */
export const methodsOf = ({ method }: Endpoint): readonly Walked['method'][] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method]

/** Returns the request with a valid body, so that only a missing permission can reject it. */
export function requestOf([name, endpoint]: readonly [string, Endpoint], objects: RequestIds): Walked {
  const { method, path } = endpoint
  const query = queries(objects)[name] ?? ''
  const payload = bodies[name]
  return {
    method,
    url: `${basePath}${fillPath(path, paramsOf(path, objects))}${query}`,
    ...(payload ? { payload } : {}),
  }
}

function paramsOf(
  path: string,
  { userId, keyId, sessionId, announcementId }: RequestIds,
): Record<string, string> {
  const media = {
    fileId: 'file',
    name: 'a.mp3',
    workId,
    size: '240',
    version: '1',
    kind: 'genres',
    editId: 'edit',
    provider: 'dropbox',
    itemId: 'item',
  }
  if (path.startsWith('/admin/users')) return { id: userId }
  if (path.startsWith('/admin/keys')) return { id: keyId }
  if (path.startsWith('/account/sessions')) return { id: sessionId }
  if (path.startsWith('/announcements')) return { id: announcementId }
  if (path.startsWith('/admin/storages')) return { id: '1' }
  if (path.startsWith('/follows')) return { kind: 'makers', id: 'nobody' }
  return path.startsWith('/:kind') ? { ...media, id: genreId } : { ...media, id: workId }
}

const queries = ({ keyId }: RequestIds): Readonly<Record<string, string>> => ({
  suggest: '?q=rain',
  listMarks: `?ids=${workId}`,
  listEntityCovers: `?ids=${genreId}`,
  previewSchedule: '?cron=0+4+*+*+*',
  deleteKeys: `?ids=${keyId}&ids=nothing`,
  getMedia: '?s=abc.def',
  deleteWorkBookmark: '?fileId=file&position=1',
  getWorkArchive: '?s=abc.def',
  getCover: '?s=def',
})

export const password = 'lantern moss 7'

const bodies: Readonly<Record<string, object>> = {
  login: { username: 'nobody', password },
  register: { username: 'newcomer', password, key: 'KOE-NONE' },
  checkSetupAccount: {},
  listSetupFolders: {},
  setUp: { username: 'founder', password },
  updateAccount: { username: 'renamed' },
  importOwnData: { kind: 'koedana.own-data', version: 1 },
  importOwnCsv: { csv: 'code\n' },
  updateOidcSettings: { label: 'House' },
  signInByPasskey: {
    ceremony: 'none',
    credential: { id: 'AA', clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
  },
  beginPasskey: { password },
  addPasskey: {
    ceremony: 'none',
    name: 'phone',
    credential: { id: 'AA', clientDataJSON: 'AA', authenticatorData: 'AA', publicKey: 'AA' },
  },
  renamePasskey: { name: 'changed' },
  createApiToken: { name: 'script', scope: 'read' },
  createAppPassword: { name: 'phone', scopes: ['kikoeru'] },
  createShare: { target: { kind: 'work', workId }, days: 7, listening: false },
  openShared: { token: 'none' },
  listSharedWorks: { pass: 'none' },
  getSharedWork: { pass: 'none' },
  renameTag: { name: 'changed' },
  saveWorkBookmark: { fileId: 'file', position: 1, title: 'made' },
  saveMarks: { items: [{ id: workId, progress: 'want' }] },
  tagWorks: { ids: [workId], name: 'put', tagged: true },
  saveFavorites: { ids: [workId], favorite: true },
  createPlaylist: { name: 'made' },
  updatePlaylist: { name: 'changed' },
  addToPlaylist: { items: [] },
  movePlaylistItem: { before: null },
  changePassword: { currentPassword: password, newPassword: 'paper boat 12' },
  renewMedia: { fileIds: ['file'] },
  saveSettings: {
    policy: 'moderate',
    ageFilterMode: 'no_limit',
    filterDefaults: {},
    excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
  },
  createUser: { username: 'made', password, role: 1, ageRestriction: 'all' },
  updateUser: { username: 'changed' },
  actOnUsers: { act: 'setStatus', ids: ['nothing'], status: 'disabled' },
  createKeys: { count: 1 },
  updateKey: { note: 'changed' },
  createAnnouncement: { title: 'made', content: '*made*' },
  updateAnnouncement: { title: 'changed' },
  previewAnnouncement: { content: '*made*' },
  updateSiteSettings: { marketplace: { gapMs: 2_000 } },
  createWork: { name: 'made' },
  updateWork: { values: { price: 1 } },
  updateWorks: { ids: [workId], values: { ageCategory: 'all' } },
  undoWorkEdits: { edits: [{ id: workId, editId: 'none' }] },
  saveWorkCover: { picture: null },
  updateEntity: { name: 'changed' },
  mergeEntity: { into: 'nobody' },
  createTask: { kind: 'sync_works' },
  moveIn: { from: 'kikoeru', path: '/nowhere', dryRun: true },
  uploadMoveFile: { file: 'config', at: 0, bytes: 'e30=' },
  createSchedule: { order: { kind: 'sync_works' }, cron: '0 4 * * *' },
  updateSchedule: { enabled: false },
  createStorage: { settings: { kind: 'local', path: '/nowhere' }, unknownAge: 'r18' },
  updateStorage: { enabled: false },
  testStorageSettings: { settings: { kind: 'local', path: '/nowhere' } },
  scanStorage: {},
  settleFolder: { decision: 'ignored' },
}
