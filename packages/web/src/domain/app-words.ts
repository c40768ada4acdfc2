import { lazyWords } from '../lib/lazy-words.ts'

export const useAppWords = lazyWords({
  'zh-CN': () => import('../locales/apps/zh-CN.json'),
  'en-US': () => import('../locales/apps/en-US.json'),
  'ja-JP': () => import('../locales/apps/ja-JP.json'),
})
