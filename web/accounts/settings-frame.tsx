import type { ReactNode } from 'react';

export interface SettingsPart {
  /** Also the anchor: /settings#email. */
  id: string;
  title: string;
  lead?: ReactNode;
  content: ReactNode;
}

function Contents({ parts }: { parts: readonly SettingsPart[] }) {
  return (
    <nav className="settings-nav" aria-label="Settings">
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** All settings on one page, each with its own anchor. */
export function SettingsFrame({ parts }: { parts: readonly SettingsPart[] }) {
  return (
    <div className="settings">
      <Contents parts={parts} />
      <div className="settings-parts">
        {parts.map(({ id, title, lead, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="settings-part">
            <h2 id={`${id}-title`}>{title}</h2>
            {lead ? <p className="mt-1 max-w-text text-muted">{lead}</p> : null}
            <div className="mt-4">{content}</div>
          </section>
        ))}
      </div>
    </div>
  );
}
