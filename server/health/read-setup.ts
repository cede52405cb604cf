import type { SettingItem } from '#contract/admin/health.ts';
import type { Setup, SetupStep } from '#contract/admin/setup.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { listCategories } from '#server/creators/categories.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { missingSettings, operatorFields, operatorSettingNames } from '#server/operator/missing-settings.ts';
import { readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import { type Config, settings } from '#server/platform/config/config.ts';
import { count } from '#server/platform/english-count.ts';
import { readOperatorRow } from '#server/platform/operator/operator.sql.ts';
import { mergeOperator } from '#server/platform/operator/read-operator.ts';
import { judgeCardModes, judgeMailSetting } from './checks.ts';
import { hasCreatorProfile } from './health.sql.ts';
import { type RunbookTitle, readRunbook } from './runbook.ts';

interface Step extends Pick<SetupStep, 'id' | 'title' | 'done' | 'message'> {
  runbook?: RunbookTitle;
}

/**
 * The setup checklist. Its steps follow the rules of the health page and of `cli doctor`, but ask no other system, because the admin
 * dashboard shows it.
 */
export async function readSetup(context: MoneyContext): Promise<Setup> {
  const { config, db } = context;
  const row = await readOperatorRow(db.sql);
  const operator = mergeOperator(config, row);
  const missing = missingSettings(config, operator);
  const steps = [
    operatorStep(missing),
    mailStep(context, row.mailTestedAt),
    cardStep(context),
    ...recordsStep(context, missing),
    await categoryStep(context),
    await creatorStep(context),
    await backupStep(context),
  ];
  return {
    steps: await Promise.all(steps.map(withRunbook)),
    hidden: row.checklistHiddenAt !== null,
    operator: Object.fromEntries(
      operatorFields.map((field) => [
        field,
        {
          value: operator[field],
          setting: config.operatorSettings[field] === null ? null : operatorSettingNames[field],
        },
      ]),
    ) as Setup['operator'],
  };
}

async function withRunbook({ runbook, ...step }: Step): Promise<SetupStep> {
  return { ...step, runbook: step.done || !runbook ? null : await readRunbook(runbook) };
}

type Missing = ReturnType<typeof missingSettings>;

const operatorDetails = {
  OPERATOR_NAME: 'the name of the person or company that runs this site',
  OPERATOR_ADDRESS: 'a postal address',
  OPERATOR_EMAIL: 'an email address',
};
const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

function operatorStep(missing: Missing): Step {
  const details = missing.flatMap(({ name }) => (name === 'RECORDS_KEY' ? [] : operatorDetails[name]));
  const done = details.length === 0;
  const message = done
    ? 'The legal pages and Contact us show who runs this site.'
    : `The legal pages and Contact us don’t show ${anyOf.format(details)} yet.`;
  return { id: 'operator', title: 'Say who runs this site', done, message };
}

function mailStep(context: MoneyContext, testedAt: Date | null): Step {
  const { state, message } = judgeMailSetting(context);
  const works = state === 'ok';
  const done = works && testedAt !== null;
  return {
    id: 'mail',
    title: 'Send email',
    done,
    message: done
      ? 'A test email was sent.'
      : works
        ? 'A mail server is set up. Send yourself a test email to see that it arrives.'
        : message,
    ...(works ? {} : { runbook: 'Set up email' }),
  };
}

function cardStep(context: MoneyContext): Step {
  const { state, message } = judgeCardModes(context);
  return { id: 'cards', title: 'Accept cards', done: state === 'ok', message, runbook: 'Set up cards' };
}

/** Only sites with adult pools need the key. */
function recordsStep({ config }: MoneyContext, missing: Missing): Step[] {
  if (!config.adultContent) return [];
  const key = missing.find(({ name }) => name === 'RECORDS_KEY');
  const message = key
    ? `${key.without} Set RECORDS_KEY, or turn adult pools off with ADULT_CONTENT.`
    : 'Performer records can be stored, so adult pools can be delivered.';
  return [{ id: 'records', title: 'Decide on adult pools', done: !key, message }];
}

async function categoryStep(context: MoneyContext): Promise<Step> {
  const categories = await listCategories(context);
  const names = categories.flatMap(({ name }) => (isAdultCategory(name) ? [] : name)).slice(0, 3);
  const done = categories.length > 0;
  return {
    id: 'categories',
    title: 'Set up categories',
    done,
    message: done
      ? `${count(categories.length, 'category', 'categories')}, such as ${names.join(', ')}.`
      : 'There are no categories, so no one can start a pool. Restart the server, which adds them.',
  };
}

async function creatorStep({ db }: MoneyContext): Promise<Step> {
  const done = await hasCreatorProfile(db.sql);
  return {
    id: 'creator',
    title: 'Add the first creator',
    done,
    message: done
      ? 'Fans can start pools for the creators on this site.'
      : 'Fans start pools for creators. Add one that your fans know. Creators can claim their page later.',
  };
}

async function backupStep({ db }: MoneyContext): Promise<Step> {
  const done = (await readNewestBackup(db.sql)) !== undefined;
  return {
    id: 'backup',
    title: 'Make a backup',
    done,
    message: done
      ? 'You have a backup. The health page warns you when it gets old.'
      : 'There is no backup yet. Without one, a broken disk loses everything except what the card processor knows.',
    runbook: 'Set up backups',
  };
}

/** Every setting with its meaning. Leaves out the values, because some are secrets. */
export function listSettings({ givenSettings }: Pick<Config, 'givenSettings'>): SettingItem[] {
  return Object.entries(settings).map(([name, { description, fallback }]) => ({
    name,
    description,
    fallback: fallback || null,
    isSet: givenSettings.includes(name),
  }));
}
