import { type FormEvent, useState } from 'react';
import type { PortalApp, PortalAppSecret } from '../../../shared/portal/apps.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Area, Input, Submit } from '../common/form.tsx';
import { Rows } from '../common/rows.tsx';
import { useGoOn } from '../common/use-route.ts';

type ListProps = {
  readonly items: readonly PortalApp[];
  readonly chosen: string | null;
  readonly onPick: () => void;
};

/** The applications for the redirect flow, below the API users. */
export function Applications({ items, chosen, onPick }: ListProps) {
  const { words } = usePortal();
  return (
    <section className="applications">
      <h2>{words.applications}</h2>
      <p className="ledger-text">{words.applicationsText}</p>
      <Rows
        items={items}
        keyOf={(app) => app.id}
        opens={{ page: 'users', chosen, onPick }}
        columns={[
          { head: words.applicationName, is: 'name', cell: (app) => app.name },
          { head: words.id, look: 'quiet', cell: (app) => <span className="mono">{app.id}</span> },
        ]}
      />
    </section>
  );
}

type FormProps = {
  /** The application to change; null for a new one. */
  readonly app: PortalApp | null;
  readonly onTold: (made: PortalAppSecret) => void;
  readonly onDone: () => void;
};

/** Registers an application, or changes its name and addresses. */
export function ApplicationForm({ app, onTold, onDone }: FormProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const [name, setName] = useState(app?.name ?? '');
  const [uris, setUris] = useState(app?.redirect_uris.join('\n') ?? '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const redirect_uris = uris.split(/\s+/).filter(Boolean);
    const input = { name: name.trim(), redirect_uris };
    if (app === null) {
      const made = await portal.act(() => portal.api.appCreate(input));
      if (made !== null) onTold(made);
      return;
    }
    const changed = await portal.act(() => portal.api.appChange(app.id, input));
    if (changed !== null) onDone();
  };
  const head = app === null ? words.newApplication : words.changeApplication;
  return (
    <Slip className="portal-slip" label={head}>
      <h2>{head}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Input
          label={words.applicationName}
          name="application"
          value={name}
          onChange={setName}
          hint={words.applicationNameHint}
        />
        <Area
          label={words.redirectAddresses}
          value={uris}
          onChange={setUris}
          hint={words.redirectAddressesHint}
        />
        <Submit label={app === null ? words.makeApplication : words.saveApplication} busy={busy} />
        <Ghost className="form-back" onPress={onDone}>
          {words.notNow}
        </Ghost>
      </form>
    </Slip>
  );
}

type SlipProps = {
  readonly app: PortalApp;
  readonly manages: boolean;
  readonly onTold: (made: PortalAppSecret) => void;
  readonly onChanged: () => void;
};

/** One application: its addresses, and the keys to change it. */
export function ApplicationSlip({ app, manages, onTold, onChanged }: SlipProps) {
  const { portal, words } = usePortal();
  const goOn = useGoOn();
  const busy = usePortalState((state) => state.busy);
  const [asking, setAsking] = useState<'nothing' | 'change' | 'secret' | 'away'>('nothing');
  const stop = () => setAsking('nothing');
  const go = async () => {
    stop();
    if (asking === 'secret') {
      const made = await portal.act(() => portal.api.appSecret(app.id));
      if (made !== null) onTold(made);
      return;
    }
    const removed = await portal.act(() => portal.api.remove('apps', app.id));
    if (removed !== null) goOn({ page: 'users', id: null });
    onChanged();
  };
  if (asking === 'change') {
    const done = () => {
      stop();
      onChanged();
    };
    return <ApplicationForm app={app} onTold={onTold} onDone={done} />;
  }
  return (
    <>
      <Slip className="portal-slip" label={app.name}>
        <h2>
          <bdi>{app.name}</bdi>
        </h2>
        <p className="mono">{app.id}</p>
        <div className="stacked">
          <h3>{words.redirectAddresses}</h3>
          <ul className="return-addresses">
            {app.redirect_uris.map((uri) => (
              <li key={uri} className="mono">
                {uri}
              </li>
            ))}
          </ul>
        </div>
      </Slip>
      {manages && (
        <div className="portal-acts">
          <Ghost onPress={() => setAsking('change')}>{words.changeApplication}</Ghost>
          <Ghost disabled={busy} onPress={() => setAsking('secret')}>
            {words.newSecret}
          </Ghost>
          <Ghost disabled={busy} onPress={() => setAsking('away')}>
            {words.removeApplication}
          </Ghost>
        </div>
      )}
      {(asking === 'secret' || asking === 'away') && (
        <Dialog
          head={
            asking === 'secret' ? words.newSecretHead(app.name) : words.removeUserHead(app.name)
          }
          text={asking === 'secret' ? words.applicationSecretText : words.removeApplicationText}
          onClose={stop}
        >
          <YellowKey disabled={busy} onPress={() => void go()}>
            {asking === 'secret' ? words.newSecret : words.removeApplication}
          </YellowKey>
          <Ghost onPress={stop}>{words.notNow}</Ghost>
        </Dialog>
      )}
    </>
  );
}
