import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import adminEn from './admin/en-US.json' with { type: 'json' }
import adminJa from './admin/ja-JP.json' with { type: 'json' }
import adminZh from './admin/zh-CN.json' with { type: 'json' }
import appsEn from './apps/en-US.json' with { type: 'json' }
import appsJa from './apps/ja-JP.json' with { type: 'json' }
import appsZh from './apps/zh-CN.json' with { type: 'json' }
import auditEn from './audit/en-US.json' with { type: 'json' }
import auditJa from './audit/ja-JP.json' with { type: 'json' }
import auditZh from './audit/zh-CN.json' with { type: 'json' }
import backupsEn from './backups/en-US.json' with { type: 'json' }
import backupsJa from './backups/ja-JP.json' with { type: 'json' }
import backupsZh from './backups/zh-CN.json' with { type: 'json' }
import bookmarksEn from './bookmarks/en-US.json' with { type: 'json' }
import bookmarksJa from './bookmarks/ja-JP.json' with { type: 'json' }
import bookmarksZh from './bookmarks/zh-CN.json' with { type: 'json' }
import canvasEn from './canvas/en-US.json' with { type: 'json' }
import canvasJa from './canvas/ja-JP.json' with { type: 'json' }
import canvasZh from './canvas/zh-CN.json' with { type: 'json' }
import commandsEn from './commands/en-US.json' with { type: 'json' }
import commandsJa from './commands/ja-JP.json' with { type: 'json' }
import commandsZh from './commands/zh-CN.json' with { type: 'json' }
import destinationsEn from './destinations/en-US.json' with { type: 'json' }
import destinationsJa from './destinations/ja-JP.json' with { type: 'json' }
import destinationsZh from './destinations/zh-CN.json' with { type: 'json' }
import drivesEn from './drives/en-US.json' with { type: 'json' }
import drivesJa from './drives/ja-JP.json' with { type: 'json' }
import drivesZh from './drives/zh-CN.json' with { type: 'json' }
import editingEn from './editing/en-US.json' with { type: 'json' }
import editingJa from './editing/ja-JP.json' with { type: 'json' }
import editingZh from './editing/zh-CN.json' with { type: 'json' }
import en from './en-US.json' with { type: 'json' }
import filesEn from './files/en-US.json' with { type: 'json' }
import filesJa from './files/ja-JP.json' with { type: 'json' }
import filesZh from './files/zh-CN.json' with { type: 'json' }
import foldersEn from './folders/en-US.json' with { type: 'json' }
import foldersJa from './folders/ja-JP.json' with { type: 'json' }
import foldersZh from './folders/zh-CN.json' with { type: 'json' }
import homeEn from './home/en-US.json' with { type: 'json' }
import homeJa from './home/ja-JP.json' with { type: 'json' }
import homeZh from './home/zh-CN.json' with { type: 'json' }
import ja from './ja-JP.json' with { type: 'json' }
import listeningEn from './listening/en-US.json' with { type: 'json' }
import listeningJa from './listening/ja-JP.json' with { type: 'json' }
import listeningZh from './listening/zh-CN.json' with { type: 'json' }
import marksEn from './marks/en-US.json' with { type: 'json' }
import marksJa from './marks/ja-JP.json' with { type: 'json' }
import marksZh from './marks/zh-CN.json' with { type: 'json' }
import moreEn from './more/en-US.json' with { type: 'json' }
import moreJa from './more/ja-JP.json' with { type: 'json' }
import moreZh from './more/zh-CN.json' with { type: 'json' }
import movingEn from './moving/en-US.json' with { type: 'json' }
import movingJa from './moving/ja-JP.json' with { type: 'json' }
import movingZh from './moving/zh-CN.json' with { type: 'json' }
import offlineEn from './offline/en-US.json' with { type: 'json' }
import offlineJa from './offline/ja-JP.json' with { type: 'json' }
import offlineZh from './offline/zh-CN.json' with { type: 'json' }
import ownDataEn from './own-data/en-US.json' with { type: 'json' }
import ownDataJa from './own-data/ja-JP.json' with { type: 'json' }
import ownDataZh from './own-data/zh-CN.json' with { type: 'json' }
import passkeysEn from './passkeys/en-US.json' with { type: 'json' }
import passkeysJa from './passkeys/ja-JP.json' with { type: 'json' }
import passkeysZh from './passkeys/zh-CN.json' with { type: 'json' }
import playerEn from './player/en-US.json' with { type: 'json' }
import playerJa from './player/ja-JP.json' with { type: 'json' }
import playerZh from './player/zh-CN.json' with { type: 'json' }
import playlistsEn from './playlists/en-US.json' with { type: 'json' }
import playlistsJa from './playlists/ja-JP.json' with { type: 'json' }
import playlistsZh from './playlists/zh-CN.json' with { type: 'json' }
import setupEn from './setup/en-US.json' with { type: 'json' }
import setupJa from './setup/ja-JP.json' with { type: 'json' }
import setupZh from './setup/zh-CN.json' with { type: 'json' }
import sharesEn from './shares/en-US.json' with { type: 'json' }
import sharesJa from './shares/ja-JP.json' with { type: 'json' }
import sharesZh from './shares/zh-CN.json' with { type: 'json' }
import signInEn from './sign-in/en-US.json' with { type: 'json' }
import signInJa from './sign-in/ja-JP.json' with { type: 'json' }
import signInZh from './sign-in/zh-CN.json' with { type: 'json' }
import statisticsEn from './statistics/en-US.json' with { type: 'json' }
import statisticsJa from './statistics/ja-JP.json' with { type: 'json' }
import statisticsZh from './statistics/zh-CN.json' with { type: 'json' }
import storagesEn from './storages/en-US.json' with { type: 'json' }
import storagesJa from './storages/ja-JP.json' with { type: 'json' }
import storagesZh from './storages/zh-CN.json' with { type: 'json' }
import usersEn from './users/en-US.json' with { type: 'json' }
import usersJa from './users/ja-JP.json' with { type: 'json' }
import usersZh from './users/zh-CN.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

type Catalogue = Readonly<Record<string, string>>
const sets: Readonly<Record<string, Readonly<Record<'en' | 'ja' | 'zh', Catalogue>>>> = {
  'every page': { en, ja, zh },
  'pages of accounts and settings': { en: moreEn, ja: moreJa, zh: moreZh },
  'the dashboard': { en: adminEn, ja: adminJa, zh: adminZh },
  'apps of others': { en: appsEn, ja: appsJa, zh: appsZh },
  'what administrators did': { en: auditEn, ja: auditJa, zh: auditZh },
  'commands and selections': { en: commandsEn, ja: commandsJa, zh: commandsZh },
  backups: { en: backupsEn, ja: backupsJa, zh: backupsZh },
  'how lists stand': { en: canvasEn, ja: canvasJa, zh: canvasZh },
  'the page of storages': { en: storagesEn, ja: storagesJa, zh: storagesZh },
  'folders to decide on': { en: foldersEn, ja: foldersJa, zh: foldersZh },
  'cloud drives': { en: drivesEn, ja: drivesJa, zh: drivesZh },
  'outbound connections': { en: destinationsEn, ja: destinationsJa, zh: destinationsZh },
  editing: { en: editingEn, ja: editingJa, zh: editingZh },
  'files of a work': { en: filesEn, ja: filesJa, zh: filesZh },
  'marks of one’s own': { en: marksEn, ja: marksJa, zh: marksZh },
  bookmarks: { en: bookmarksEn, ja: bookmarksJa, zh: bookmarksZh },
  'another server that moves in': { en: movingEn, ja: movingJa, zh: movingZh },
  'home and saved views': { en: homeEn, ja: homeJa, zh: homeZh },
  listening: { en: listeningEn, ja: listeningJa, zh: listeningZh },
  'shared links': { en: sharesEn, ja: sharesJa, zh: sharesZh },
  'one’s own data': { en: ownDataEn, ja: ownDataJa, zh: ownDataZh },
  'without a connection': { en: offlineEn, ja: offlineJa, zh: offlineZh },
  playlists: { en: playlistsEn, ja: playlistsJa, zh: playlistsZh },
  'the first run': { en: setupEn, ja: setupJa, zh: setupZh },
  passkeys: { en: passkeysEn, ja: passkeysJa, zh: passkeysZh },
  'ways to sign in': { en: signInEn, ja: signInJa, zh: signInZh },
  'many accounts at once': { en: usersEn, ja: usersJa, zh: usersZh },
  statistics: { en: statisticsEn, ja: statisticsJa, zh: statisticsZh },
  'the player': { en: playerEn, ja: playerJa, zh: playerZh },
}

describe.each(Object.entries(sets))('words of %s', (_name, catalogues) => {
  test('every language says the same things', () => {
    for (const catalogue of [catalogues.ja, catalogues.zh]) {
      expect(Object.keys(catalogue).sort()).toEqual(Object.keys(catalogues.en).sort())
    }
  })

  test('every message can be compiled and takes the same values', () => {
    for (const [language, catalogue] of Object.entries(catalogues)) {
      for (const [key, text] of Object.entries(catalogue)) {
        expect([language, key, valuesOf(text)]).toEqual([language, key, valuesOf(catalogues.en[key] ?? '')])
      }
    }
  })
})

test('no word is said twice', () => {
  const keys = Object.values(sets).flatMap(({ en }) => Object.keys(en))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('Chinese speaks to readers as 你', () => {
  const words = Object.values(sets).flatMap(({ zh }) => Object.values(zh))
  expect(words.filter((text) => text.includes('您'))).toEqual([])
})

test.each([
  ['ja', 'ストアの'],
  ['ja', '販売サイト'],
  ['ja', 'ライブラリー'],
  ['ja', 'ごみ箱'],
  ['ja', 'フィルター'],
  ['ja', '行方不明'],
  ['ja', '表示範囲'],
  ['ja', 'R-18'],
  ['zh', '云盘'],
  ['zh', '作品库'],
  ['zh', '曲'],
  ['zh', '可看到'],
  ['zh', 'R-18'],
  ['en', 'R-18'],
] as const)('%s does not say %s: there is one word for one thing', (language, stray) => {
  const words = Object.values(sets).flatMap((catalogues) => Object.entries(catalogues[language]))
  // It is the name of a product.
  const isFound = (text: string) => text.replaceAll('阿里云盘', '').includes(stray)
  expect(words.filter(([, text]) => isFound(text))).toEqual([])
})

/** Names a message takes, at its top level. */
function valuesOf(text: string): string[] {
  const tokens = compileMessageOrThrow(text)
  const names = tokens.filter((token) => typeof token !== 'string').map(([name]) => name)
  return [...new Set(names)].sort()
}
