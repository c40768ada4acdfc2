import { lazyWords } from '../lib/lazy-words.ts'

export const usePlaylistWords = lazyWords({
  'zh-CN': () => import('../locales/playlists/zh-CN.json'),
  'en-US': () => import('../locales/playlists/en-US.json'),
  'ja-JP': () => import('../locales/playlists/ja-JP.json'),
})
