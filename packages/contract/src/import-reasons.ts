/**
 * Why something of another server was not imported. Reasons from `databaseMissing` on end the whole import before it changes anything; all
 * others are about one row.
 */

export const moveReasons = [
  'unreadable',
  'twice',
  'otherShop',
  'workUnknown',
  'workNotHere',
  'workNowhere',
  'noCodeFound',
  'noAccount',
  'nameRefused',
  'nameTaken',
  'noTime',
  'nothingPlayed',
  'fileNotFound',
  'noFiles',
  'notScanned',
  'tooMany',
  'noCode',
  'stateUnknown',
  'noRating',
  'noteTooLong',
  'folderNotHere',
  'folderRefused',
  'databaseMissing',
  'databaseElsewhere',
  'databaseForeign',
  'databaseDamaged',
  'databaseTooLarge',
  'databaseOutside',
  'folderUnknown',
] as const
export type MoveReason = (typeof moveReasons)[number]
