import { lazyWords } from '../lib/lazy-words.ts'

export const useOfflineWords = lazyWords({
  'zh-CN': () => import('../locales/offline/zh-CN.json'),
  'en-US': () => import('../locales/offline/en-US.json'),
  'ja-JP': () => import('../locales/offline/ja-JP.json'),
})
