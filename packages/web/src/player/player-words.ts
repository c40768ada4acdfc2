import { lazyWords } from '../lib/lazy-words.ts'

export const usePlayerWords = lazyWords({
  'zh-CN': () => import('../locales/player/zh-CN.json'),
  'en-US': () => import('../locales/player/en-US.json'),
  'ja-JP': () => import('../locales/player/ja-JP.json'),
})
