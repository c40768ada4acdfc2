import { lazyWords } from '../lib/lazy-words.ts'

export const useHomeWords = lazyWords({
  'zh-CN': () => import('../locales/home/zh-CN.json'),
  'en-US': () => import('../locales/home/en-US.json'),
  'ja-JP': () => import('../locales/home/ja-JP.json'),
})
