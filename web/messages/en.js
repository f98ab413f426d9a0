/**
 * Every English text of the page, one module a part of it. `{name}` is filled in; a message with
 * `one` and `other` is chosen by `n`.
 */

import { analysis } from './en/analysis.js';
import { bag } from './en/bag.js';
import { lobby } from './en/lobby.js';
import { roomPanels } from './en/room-panels.js';
import { people } from './en/people.js';
import { problems } from './en/problems.js';
import { room } from './en/room.js';
import { shell } from './en/shell.js';
import { words } from './en/words.js';

export const locale = 'en';
export const name = 'English';

export const messages = {
  ...shell,
  ...problems,
  ...lobby,
  ...people,
  ...room,
  ...roomPanels,
  ...analysis,
  ...bag,
  ...words,
};
