import type Stripe from 'stripe';
import { type Call, needed, type Route } from '../call.ts';
import { createCard, tokens } from '../cards.ts';
import { metadata, text } from '../form.ts';
import { page } from '../lists.ts';
import { missing } from '../refusal.ts';
import { newId } from '../store.ts';

export function buildCustomer(call: Call): Stripe.Customer {
  return {
    id: newId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: call.store.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: text(call.params, 'description'),
    discount: null,
    email: text(call.params, 'email'),
    invoice_prefix: newId('', 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: call.livemode,
    metadata: metadata(call.params),
    name: text(call.params, 'name'),
    next_invoice_sequence: 1,
    phone: text(call.params, 'phone'),
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

export function findCustomer(call: Call, id: string, param = 'customer'): Stripe.Customer {
  const customer = call.store.get('customers', id);
  if (!customer || customer.deleted) throw missing('customer', id, param);
  return customer;
}

export function findPaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
  const number = tokens[id];
  if (number && !call.livemode)
    return createCard(call.store, {
      number,
      expMonth: 12,
      expYear: 2034,
      customer: null,
      livemode: call.livemode,
      setUp: false,
    });
  const method = call.store.get('paymentMethods', id);
  if (!method) throw missing('PaymentMethod', id, 'payment_method');
  return method;
}

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    run(call) {
      const customer = call.store.put('customers', buildCustomer(call));
      call.emit('customer.created', customer);
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/{customer}',
    run(call) {
      const id = call.path.customer ?? '';
      const customer = call.store.get('customers', id);
      return customer?.deleted ? customer : findCustomer(call, id, 'id');
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/{customer}',
    run(call) {
      const { id } = findCustomer(call, call.path.customer ?? '', 'id');
      for (const method of call.store.all('paymentMethods'))
        if (method.customer === id) call.store.change('paymentMethods', method.id, { customer: null });
      return call.store.put('customers', { id, object: 'customer', deleted: true });
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    run: (call) => page('/v1/customers', call.params, call.store.all('customers')),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/{payment_method}',
    run: (call) => findPaymentMethod(call, call.path.payment_method ?? ''),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    run(call) {
      const customer = needed(call, 'customer');
      findCustomer(call, customer);
      return page(
        '/v1/payment_methods',
        call.params,
        call.store.all('paymentMethods').filter((method) => method.customer === customer),
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{payment_method}/attach',
    run(call) {
      const method = findPaymentMethod(call, call.path.payment_method ?? '');
      const customer = findCustomer(call, needed(call, 'customer'));
      const attached = call.store.change('paymentMethods', method.id, { customer: customer.id });
      call.emit('payment_method.attached', attached);
      return attached;
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{payment_method}/detach',
    run(call) {
      const method = findPaymentMethod(call, call.path.payment_method ?? '');
      if (method.customer === null) throw missing('PaymentMethod attached to a customer', method.id, 'payment_method');
      const detached = call.store.change('paymentMethods', method.id, { customer: null });
      call.emit('payment_method.detached', detached);
      return detached;
    },
  },
];
