import { lazyWords } from '../lib/lazy-words.ts'

export const useBackupWords = lazyWords({
  'zh-CN': () => import('../locales/backups/zh-CN.json'),
  'en-US': () => import('../locales/backups/en-US.json'),
  'ja-JP': () => import('../locales/backups/ja-JP.json'),
})
