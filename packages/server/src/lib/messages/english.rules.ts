import type { Catalog } from './messages.rules.ts'

export const english: Catalog = {
  'task.unexpected': 'An unexpected error occurred. The server log has the details.',
  'disk.short':
    'Only {freeMib, number} MiB are free on the disk of {folder} (MIN_FREE_MIB is {minFreeMib, number}). Free up space and start the task again.',

  'marketplace.waiting': 'The marketplace is not responding. Waiting.',
  'marketplace.responding': 'The marketplace is responding again.',
  'marketplace.skipped': 'The marketplace is switched off in the settings; skipped.',
  'marketplace.silent':
    'The marketplace has not responded for {minutes, plural, one {# minute} other {# minutes}}. Progress so far is kept.',
  'marketplace.switchedOff': 'The marketplace was switched off in the settings. Progress so far is kept.',
  'marketplace.blocked':
    'The marketplace rejects this server: its country or address may be blocked. You can set a proxy in the settings. Progress so far is kept.',

  'scan.finished':
    '{root}: {works, plural, one {# work} other {# works}} ({newWorks, number} new), {newFiles, plural, one {# new file} other {# new files}}, {missing, number} missing',
  'scan.disconnected':
    '{root}: disconnected during the scan; {newFiles, plural, one {# new file} other {# new files}}, nothing marked missing',
  'scan.failed': '{root}: not scanned (the scan failed)',
  'scan.notMounted': '{root}: not scanned (not connected)',
  'scan.emptied': '{root}: not scanned (empty, but had works before)',
  'scan.moreFaults': 'and {count, number} more',

  'scanFault.unreadable': '{path}: cannot be read',
  'scanFault.away': '{path}: could not be reached; known files are kept',
  'scanFault.linkAgain': '{path}: the storage has to be linked again; known files are kept',
  'scanFault.rateLimited': '{path}: the storage limits requests; known files are kept',
  'scanFault.wrongAnswer': '{path}: the storage returned an invalid response; known files are kept',
  'scanFault.invalidName': '{path}: its name is not valid UTF-8',
  'scanFault.notPlain': '{path}: is not a regular file',
  'scanFault.brokenLink': '{path}: is a link to a missing file',
  'scanFault.linkOutside': '{path}: is a link to a place outside of the folder',
  'scanFault.linkLoop': '{path}: is a link to a folder above it',
  'scanFault.linkCounted': '{path}: is a link to something that is already counted',
  'scanFault.tooDeep': '{path}: is in too many nested folders',
  'scanFault.empty': '{path}: is empty',
  'scanFault.notAudio': '{path}: is not audio despite its name',
  'scanFault.brokenAudio': '{path}: is corrupted audio',
  'scanFault.overBudget': '{path}: took too long to read; kept without tags and length',
  'scanFault.formatUnplayable': '{path}: is in a format that browsers cannot play; convert it to listen',
  'scanFault.nothingPlayable': '{path}: contains nothing that can be played',
  'scanFault.changing': '{path}: is still being written; scan again later',
  'scanFault.copy':
    '{path}: the same audio is already in another folder of the work, in this storage or another one',
  'scanFault.archiveUnread':
    '{path}: is an archive or part of an archive that cannot be read; extract it to listen',
  'scanFault.archiveEntry': '{path}: cannot be extracted: encrypted, nested, or with an unsafe name',
  'scanFault.brokenPicture': '{path}: is not a readable image',
  'scanFault.lyricsTooLarge': '{path}: is too large for subtitles; not read',
  'scanFault.lyricsCut': '{path}: contains too many lines for subtitles; the beginning is kept',
  'scanFault.lyricsEmpty': '{path}: contains no subtitles',
  'scanFault.chaptersCut': '{path}: has too many chapters; the first ones are kept',

  'refresh.limited': 'Limited to {max, number} records per run; the rest follow in the next run.',
  'refresh.thinned': 'Thinned out {count, plural, one {# old history row} other {# old history rows}}.',

  'clean.storageOff': '{root}: skipped (switched off)',
  'clean.notMounted': '{root}: skipped (not connected)',
  'clean.emptied': '{root}: skipped (empty, but had works before)',
  'clean.losesFiles':
    '{lost, number} of {total, plural, one {# file} other {# files}} in {root} would be moved to the trash at once ({share, number, percent}).',
  'clean.losesWorks':
    '{lost, number} of {total, plural, one {# work} other {# works}} would be moved to the trash at once ({share, number, percent}).',
  'clean.stopped':
    'Nothing was changed. Check that all disks are connected. If this is intended, clean again and accept the large loss.',

  'measure.noFfmpeg': 'ffmpeg was not found on this machine.',

  'catalog.missing':
    'These catalog files are missing from the feeds folder of the server that took over this task: {names}. Copy them there, or share the folder between servers, and retry. Lines already imported are kept.',
  'catalog.notFound': 'The catalog file {file} does not exist.',
  'catalog.folder': 'The catalog file {file} is a folder, not a file.',
  'catalog.forbidden': 'The catalog file {file} cannot be read: this server may not open it.',
  'catalog.empty': 'The catalog file {file} is empty.',
  'catalog.cutOff': 'The catalog file {file} is incomplete: it ends in the middle.',
  'catalog.notGzip': 'The catalog file {file} is not compressed with gzip, or is corrupted.',
  'catalog.unreadable': 'The catalog file {file} cannot be read: {reason}',
  'catalogLine.tooLong': 'The line is longer than {maxBytes, number} bytes.',
  'catalogLine.notUtf8': 'The line is not UTF-8.',
  'catalogLine.notJson': 'The line is not JSON.',
  'catalogLine.notObject': 'The line is not an object.',
  'catalogLine.noId': 'The line has no ID.',
  'catalogLine.badId': 'The ID is not a work ID.',
  'catalogLine.otherVersion':
    'The file has version {version}, but this server reads version {supported, number}.',
  'catalogLine.dateExpected': '{field} is not an existing day (YYYY-MM-DD).',
  'catalogLine.instantExpected': '{field} is not a time (YYYY-MM-DDThh:mm:ss.sssZ).',
  'catalogLine.textExpected': '{field} is not text, or contains characters that cannot be stored.',
  'catalogLine.textTooLong': '{field} is too long.',
  'catalogLine.notInAddress': '{field} contains characters that are not allowed in an address.',
  'catalogLine.required': '{field} is empty.',
  'catalogLine.integerExpected': '{field} is not a whole number.',
  'catalogLine.numberExpected': '{field} is not a number.',
  'catalogLine.numberTooSmall': '{field} is too small.',
  'catalogLine.numberTooLarge': '{field} is too large.',
  'catalogLine.listExpected': '{field} is not a list.',
  'catalogLine.objectExpected': '{field} is not an object.',
  'catalogLine.ageCategoryUnknown': '{field} is not an age rating (all, r15, r18).',
  'catalogLine.workIdExpected': '{field} is not a work ID.',
  'catalogLine.localeUnknown': '{field} names an unknown language.',
  'catalogLine.valueUnknown': '{field} is not one of the known values.',
  'catalogLine.wrongType': '{field} has the wrong type.',

  'backup.made':
    '{name}: {rows, plural, one {# row} other {# rows}}, {covers, plural, one {# cover file} other {# cover files}}, {megabytes, number} MB.',
  'backup.noFolder': 'The folder {folder} does not exist.',
  'backup.folderNotMade': 'The backup folder {folder} cannot be created: {reason}',
  'backup.diskFull': 'The disk of {folder} is full. No backup was made, and no part of it was left there.',
  'backup.beingWritten':
    'Another backup is being written to {file}. If that is not the case, delete {draft}.',
  'backup.exists': '{file} already exists and is not overwritten.',
  'backup.notWritten': 'The backup {file} cannot be written: {reason}',
  'backup.noKey': 'There is no key at {file} to include. If SECRET_KEY is set, keep a copy of it yourself.',
  'database.empty': 'There is nothing in the database yet.',
  'database.newer':
    'A newer version of Koedana wrote the database ({steps}). Use that version or a later one.',
  'database.noRoomForCopy': 'A dry run needs a copy of the database: {sizeMib, number} MiB.',

  'import.resumed': 'Resumed after a stop: items imported before count as already here.',
  'import.source': 'Source: {server}',
  'import.firstRows': 'Showing the first {max, number} unmatched rows.',
  'import.noConfiguration':
    'Its configuration was not found, so folders and passwords are not imported. Pass the folder of the server.',
  'import.notScanned': '{name} has not been scanned yet. Scan it, then run this import again.',
  'import.noteCut':
    'The note by {user} on {work} is cut after {max, plural, one {# character} other {# characters}}.',
  'import.wasGuest': '{username} was a guest there and has a regular account here.',
  'import.noPassword': '{username} has no password yet. Set one with: {command}',
  'import.uploadGone': 'The uploaded database was deleted. Upload it again.',
  'import.pathUnreadable': '{path} does not exist, or cannot be read.',
  'import.fileUnreadable': 'There is no readable file {file}.',
  'import.noKikoeru': 'No database of a kikoeru server was found at {paths}.',
  'import.inMysql': 'This server stores its data in MySQL, which cannot be read. Export it to SQLite first.',
  'import.folderUnknown': 'The old server has no folder {name}. Its folders: {known}',
  'import.linkOutside': '{file} is a link to a place outside of {folder}.',
  'import.notSqlite': '{file} is not an SQLite database.',
  'import.notKikoeru': 'This is not the database of a kikoeru server: it has no table t_work or t_user.',
  'import.notAudiobookshelf': 'This is not the database of an audiobookshelf server (absdatabase.sqlite).',
  'import.untrustedTable':
    '{file} is not the database of such a server: its table {table} has checks or computed columns, or is a view.',
  'import.corrupted':
    '{file} is corrupted and was not read. Stop the old server so that it writes nothing, or use its last backup.',
  'import.tooLarge': '{file} is larger than any database of such a server.',
  'import.tooSlow':
    '{file} is larger than any database of such a server: reading it takes more than {maxMib, number} MiB of memory or {maxMinutes, plural, one {# minute} other {# minutes}}.',
  'import.noRoomForCopy':
    'A copy of {file} needs {sizeMib, number} MiB in {folder}. Set TMPDIR to a folder with enough space.',
  'import.notCopied': '{file} cannot be copied: {reason}',
}
